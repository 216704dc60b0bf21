import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public, UserOrApiToken } from '../auth/access.decorators.js';
import {
  AliveResponse,
  HealthResponse,
  InstallationInfoResponse,
  LicenseBreach,
} from './dto/health.responses.js';
import { HealthService } from './health.service.js';

@ApiTags('Health')
@ApiExtraModels(LicenseBreach)
@Controller('api')
export class HealthController {
  constructor(private readonly health: HealthService) {}

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
