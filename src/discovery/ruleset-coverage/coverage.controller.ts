import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { UserOrApiToken } from '../../auth/access.decorators.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import { CoverageService } from './coverage.service.js';
import { CoverageQuery } from './dto/coverage.query.js';
import { CoverageResponse } from './dto/coverage.response.js';

@ApiTags('Discovery')
@Controller('api/connections')
export class CoverageController {
  constructor(private readonly coverage: CoverageService) {}

  @Get(':id/coverage/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Show what a ruleset leaves unmasked (extension)',
    description:
      'Compares the ruleset with the last schema discovery of the connection and with the database as it is now: sensitive columns without a rule, columns that are gone, and columns that the discovery has not seen, which are told by their names. Runs do the same before they start with the option `require_coverage`.',
  })
  @ApiOkResponse({ type: CoverageResponse })
  @ApiInvalidInput('There is no such ruleset, it is not valid, or the database cannot be looked at.')
  @ApiNotFoundResponse({
    description: 'No such connection, or it has not been discovered.',
    type: ErrorResponse,
  })
  of(@Param('id', UuidPipe) id: string, @Query() { ruleset }: CoverageQuery): Promise<CoverageResponse> {
    return this.coverage.of(id, ruleset);
  }
}
