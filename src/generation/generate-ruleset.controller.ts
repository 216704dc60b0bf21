import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { MaskBuilder } from '../auth/access.decorators.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { GenerateRulesetDto } from './dto/generate-ruleset.dto.js';
import { RulesetGenerator } from './ruleset-generator.js';

const NEEDS = 'Needs a schema discovery report for the connection; what it found decides about the masks.';
const INVALID = 'A field is not valid, the connection was not discovered, or nothing selected can be masked.';
const YAML = { content: { 'text/plain': { schema: { type: 'string' } } } } as const;

@ApiTags('Ruleset generation')
@Controller('api')
export class GenerateRulesetController {
  constructor(private readonly generator: RulesetGenerator) {}

  @Post(['generate-ruleset', 'generate-ruleset/v1'])
  @MaskBuilder()
  @ApiOperation({ summary: 'Generate a ruleset for selected columns, as JSON text', description: NEEDS })
  @ApiCreatedResponse({ description: 'The YAML, as one JSON text.', type: String })
  @ApiInvalidInput(INVALID)
  async v1(@Body() body: GenerateRulesetDto, @Res() response: Response): Promise<void> {
    const text = await this.generator.generate(body);
    response.status(201).json(text);
  }

  @Post('generate-ruleset/v2')
  @MaskBuilder()
  @ApiOperation({ summary: 'Generate a ruleset for selected columns', description: NEEDS })
  @ApiProduces('text/plain')
  @ApiCreatedResponse({ description: 'The YAML.', ...YAML })
  @ApiInvalidInput(INVALID)
  async v2(@Body() body: GenerateRulesetDto, @Res() response: Response): Promise<void> {
    const text = await this.generator.generate(body);
    response.status(201).type('text/plain').send(text);
  }

  @Post('generate-ruleset/v3')
  @MaskBuilder()
  @ApiOperation({
    summary: 'Generate a ruleset by a generation config',
    description: `${NEEDS} The config named by \`rg_config\` has masks of your own for labels.`,
  })
  @ApiProduces('text/plain')
  @ApiCreatedResponse({ description: 'The YAML.', ...YAML })
  @ApiInvalidInput(`${INVALID} Or the config is not there, or not valid.`)
  async v3(@Body() body: GenerateRulesetDto, @Res() response: Response): Promise<void> {
    const text = await this.generator.generate(body);
    response.status(201).type('text/plain').send(text);
  }
}
