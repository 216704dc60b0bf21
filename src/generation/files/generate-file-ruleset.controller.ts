import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { MaskBuilder } from '../../auth/access.decorators.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { GenerateFileRulesetDto } from '../dto/generate-file-ruleset.dto.js';
import { RulesetGenerator } from '../ruleset-generator.js';

const NEEDS =
  'Needs a completed file data discovery of the connection; what it found decides about the masks.';
const TASKS = 'Each group gives a task for each type, delimiter and encoding of its files.';
const INVALID = 'A field is not valid, the connection was not discovered, or nothing selected can be masked.';
const YAML = { content: { 'text/plain': { schema: { type: 'string' } } } } as const;

@ApiTags('Ruleset generation')
@Controller('api/generate-file-ruleset')
export class GenerateFileRulesetController {
  constructor(private readonly generator: RulesetGenerator) {}

  @Post('/')
  @MaskBuilder()
  @ApiOperation({
    summary: 'Generate a ruleset for selected columns and attributes of files',
    description: `${NEEDS} ${TASKS}`,
  })
  @ApiProduces('text/plain')
  @ApiCreatedResponse({ description: 'The YAML.', ...YAML })
  @ApiInvalidInput(INVALID)
  async v1(@Body() body: GenerateFileRulesetDto, @Res() response: Response): Promise<void> {
    const text = await this.generator.generateForFiles(body);
    response.status(201).type('text/plain').send(text);
  }

  @Post('v2/')
  @MaskBuilder()
  @ApiOperation({
    summary: 'Generate a ruleset for files by a generation config',
    description: `${NEEDS} The config named by \`rg_config\` has masks of your own for labels.`,
  })
  @ApiProduces('text/plain')
  @ApiCreatedResponse({ description: 'The YAML.', ...YAML })
  @ApiInvalidInput(`${INVALID} Or the config is not there, or not valid.`)
  async v2(@Body() body: GenerateFileRulesetDto, @Res() response: Response): Promise<void> {
    const text = await this.generator.generateForFiles(body);
    response.status(201).type('text/plain').send(text);
  }
}
