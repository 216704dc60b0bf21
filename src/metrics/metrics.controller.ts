import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { UserOrApiToken } from '../auth/access.decorators.js';
import { LedgerMetricsService } from './ledger-metrics.service.js';
import { MetricsRegistry } from './metrics-registry.js';

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: MetricsRegistry,
    private readonly ledger: LedgerMetricsService,
  ) {}

  @Get()
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Figures for Prometheus',
    description:
      'HTTP requests of this process, runs, rows, parts that wait, the queue and the workers of the whole installation, in the ' +
      'text format of Prometheus. Scrape it with the API token of a user: `authorization: {type: Token, credentials_file: …}`. ' +
      'The path has no trailing slash.',
  })
  @ApiOkResponse({
    description: 'Text, one figure a line.',
    content: {
      'text/plain': {
        schema: { type: 'string', example: 'vizard_runs{status="running"} 1\nvizard_queue_depth 0\n' },
      },
    },
  })
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    await this.ledger.refresh();
    response.type(this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
