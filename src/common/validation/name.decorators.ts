import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { IsText } from './text.decorators.js';

const LONGEST = 255;

/** A name of something stored: one line, not blank. */
export function IsName(options: {
  readonly description: string;
  readonly example: string;
}): PropertyDecorator {
  return applyDecorators(
    IsText({ ...options, max: LONGEST }),
    withoutControls(),
    Matches(/\S/u, { message: 'May not be blank.' }),
  );
}

/** The name of a library, as texts that import it write it. */
export function IsLibraryName(options: {
  readonly description: string;
  readonly example: string;
}): PropertyDecorator {
  return applyDecorators(
    IsName(options),
    Matches(/^[^/#]*$/u, {
      message: 'May not contain "/" or "#": those who import it write them around the name.',
    }),
  );
}

/** The namespace of a library. */
export function IsNamespace(): PropertyDecorator {
  return applyDecorators(
    IsText({
      description: 'Parts with slashes between them; left out or empty: the default namespace.',
      example: 'estate/eu',
      optional: true,
      min: 0,
      max: LONGEST,
    }),
    withoutControls(),
    Matches(/^$|^[^/#]+(\/[^/#]+)*$/u, {
      message: 'Must be parts with one slash between them and without "#", such as estate/eu.',
    }),
    Matches(/^$|\S/u, { message: 'May not be blank.' }),
  );
}

function withoutControls(): PropertyDecorator {
  return Matches(/^\P{Cc}*$/u, { message: 'May not contain control characters.' });
}
