import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, registerDecorator } from 'class-validator';

interface TextShape {
  /** In UTF-8. */
  readonly maxBytes: number;
  readonly description: string;
  readonly example: string;
}

/** A YAML text. Only its size is checked here: what is wrong with the content is stored beside it. */
export function IsYamlText({ maxBytes, description, example }: TextShape): PropertyDecorator {
  const bounded: PropertyDecorator = (target, property) => {
    registerDecorator({
      name: 'textSize',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || Buffer.byteLength(value) <= maxBytes,
        defaultMessage: () => `May have at most ${maxBytes / 1024 / 1024} MiB.`,
      },
    });
  };
  return applyDecorators(
    ApiProperty({ description, example }),
    IsString({ message: 'Must be a text.' }),
    bounded,
  );
}
