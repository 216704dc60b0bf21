import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Public, UserOrApiToken } from '../auth/access.decorators.js';
import {
  AliveResponse,
  HealthResponse,
  InstallationInfoResponse,
  LicenseBreach,
  ReadinessResponse,
} from './dto/health.responses.js';
import { HealthService } from './health.service.js';
import { Readiness } from './readiness.js';

@ApiTags('Health')
@ApiExtraModels(LicenseBreach)
@Controller('api')
export class HealthController {
  constructor(
    private readonly health: HealthService,
    private readonly readiness: Readiness,
  ) {}

  @Get('healthcheck')
  @Public()
  @ApiOperation({
    summary: 'Is the process alive?',
    description:
      'For probes of orchestrators and load balancers: always 200 while the process answers, under any host name.',
  })
  @ApiOkResponse({ type: AliveResponse })
  alive(): AliveResponse {
    return { status: 'ok' };
  }

  @Get('readiness')
  @Public()
  @ApiOperation({
    summary: 'Can the process do its work?',
    description:
      'For readiness probes: 200 while the database and the job queue can be reached, else 503. Do not restart the process ' +
      'by it: that mends neither.',
  })
  @ApiOkResponse({ type: ReadinessResponse })
  @ApiServiceUnavailableResponse({ type: ReadinessResponse })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessResponse> {
    const { database, queue } = await this.readiness.ask();
    const isReady = database && queue;
    response.status(isReady ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return { status: isReady ? 'ok' : 'unavailable', database, queue };
  }

  @Get('health-check')
  @UserOrApiToken()
  @ApiOperation({ summary: 'Can runs be worked?', description: 'State of the workers and of the licence.' })
  @ApiOkResponse({ type: HealthResponse })
  check(): Promise<HealthResponse> {
    return this.health.health();
  }

  @Get('app/check')
  @Public()
  @ApiOperation({
    summary: 'How is the service set up?',
    description:
      'The first thing to ask a new installation: `installed` says whether an administrator exists.',
  })
  @ApiOkResponse({ type: InstallationInfoResponse })
  installationInfo(): Promise<InstallationInfoResponse> {
    return this.health.installationInfo();
  }
}
