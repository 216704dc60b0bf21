import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Admin } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { MailDeliveryService } from '../mail/mail-delivery.service.js';

@ApiTags('Installation')
@Controller('api/settings/test-mail')
export class MailTestController {
  constructor(private readonly delivery: MailDeliveryService) {}

  @Post()
  @HttpCode(204)
  @Admin()
  @ApiOperation({
    summary: 'Try the mail server',
    description: 'Sends an e-mail to your own address at once, and says what is wrong where it cannot.',
  })
  @ApiNoContentResponse({ description: 'The mail server has taken the e-mail.' })
  @ApiBadRequestResponse({
    description: 'There is no mail server, or it did not take the e-mail: `detail` says why.',
    type: ErrorResponse,
  })
  test(@CurrentUser() user: AuthenticatedUser): Promise<void> {
    return this.delivery.test(user.id);
  }
}
