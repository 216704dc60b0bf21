import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';

import { Admin, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { Upload } from '../uploads/upload.decorator.js';
import { Uploaded, type UploadedFile } from '../uploads/uploaded-file.js';
import { ContractTypeDto, LicenseResponse, toLicenseResponse } from './dto/license.dto.js';
import { LicenseReports } from './license-report.js';
import { LicenseService } from './license.service.js';

@ApiTags('Installation')
@Controller('api')
export class LicenseController {
  constructor(
    private readonly license: LicenseService,
    private readonly reports: LicenseReports,
  ) {}

  @Get('license')
  @UserToken()
  @ApiOperation({
    summary: 'Show the licence',
    description: 'By default it is the community licence, which is unlimited and never expires.',
  })
  @ApiOkResponse({ type: LicenseResponse })
  async show(): Promise<LicenseResponse> {
    return toLicenseResponse(await this.reports.report(), this.license.isUploadable);
  }

  @Post('license-upload')
  @HttpCode(200)
  @UserToken()
  @Upload({ field: 'license_file', description: 'A licence file, as its issuer made it.', maxMb: 1 })
  @ApiOperation({
    summary: 'Upload a licence file',
    description: 'Only where `LICENSE_MODE` is `file`. Takes the place of the present one.',
  })
  @ApiOkResponse({ type: LicenseResponse })
  @ApiInvalidInput('The file is no valid licence, or none is needed.')
  async upload(
    @CurrentUser() user: AuthenticatedUser,
    @Uploaded('license_file') file: UploadedFile,
  ): Promise<LicenseResponse> {
    await this.license.upload(user, file);
    return toLicenseResponse(await this.reports.report(), this.license.isUploadable);
  }

  @Get('license/contract-type')
  @UserToken()
  @ApiOperation({ summary: 'Show the type of the cloud contract' })
  @ApiOkResponse({ type: ContractTypeDto })
  @ApiInvalidInput('Licensing is not of the cloud contract type.')
  @ApiNotFoundResponse({ description: 'The type is not set yet.', type: ErrorResponse })
  async contractType(): Promise<ContractTypeDto> {
    return { contract_license_type: await this.license.contractType() };
  }

  @Put('license/contract-type')
  @HttpCode(201)
  @Admin()
  @ApiOperation({ summary: 'Set the type of the cloud contract' })
  @ApiCreatedResponse({ type: ContractTypeDto })
  @ApiInvalidInput('The type is wrong, or licensing is not of the cloud contract type.')
  async setContractType(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ContractTypeDto,
  ): Promise<ContractTypeDto> {
    await this.license.setContractType(user, dto.contract_license_type);
    return { contract_license_type: dto.contract_license_type };
  }
}
