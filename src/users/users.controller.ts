import { Body, Controller, Delete, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Admin, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentToken } from '../auth/current-token.decorator.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { IntIdPipe } from '../common/http/id-pipes.js';
import { CreateRoute, ReplaceRoute, ShowRoute, UpdateRoute } from '../common/http/item-routes.decorators.js';
import { CreateUserDto } from './dto/create-user.dto.js';
import { TemporaryPasswordResponse } from './dto/own-account.dto.js';
import { UpdateUserDto } from './dto/update-user.dto.js';
import { UserResponse } from './dto/user.response.js';
import { UsersService } from './users.service.js';

const UPDATE = {
  description:
    'Changes what is given and leaves the rest. Users may change their own e-mail address and, by giving `current_password`, `new_password` and `re_new_password`, their own password (other logins of theirs then end). Everything else needs an administrator. The last active administrator can be neither demoted nor disabled.',
  type: UserResponse,
  invalid: 'A field is wrong, or nobody would be left to administer.',
};

@ApiTags('Users')
@Controller('api/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Admin()
  @ApiOperation({ summary: 'List all users', description: 'Oldest first, disabled ones included.' })
  @ApiOkResponse({ type: [UserResponse] })
  list(@CurrentUser() caller: AuthenticatedUser): Promise<UserResponse[]> {
    return this.users.list(caller);
  }

  @CreateRoute({
    summary: 'Create a user',
    description:
      'Creates an account with an API token. Because you know the password, it counts as temporary until the user changes it.',
    type: UserResponse,
    invalid: 'A field is wrong, or the username is taken.',
  })
  @Admin()
  create(@CurrentUser() caller: AuthenticatedUser, @Body() dto: CreateUserDto): Promise<UserResponse> {
    return this.users.create(caller, dto);
  }

  @ShowRoute({
    summary: 'Show a user',
    description: 'Users see themselves, administrators everyone.',
    type: UserResponse,
  })
  @UserToken()
  get(@CurrentUser() caller: AuthenticatedUser, @Param('id', IntIdPipe) id: number): Promise<UserResponse> {
    return this.users.get(caller, id);
  }

  @UpdateRoute({ summary: 'Change a user', ...UPDATE })
  @UserToken()
  patch(
    @CurrentUser() caller: AuthenticatedUser,
    @Param('id', IntIdPipe) id: number,
    @Body() dto: UpdateUserDto,
    @CurrentToken() token: string,
    @Ip() address: string,
  ): Promise<UserResponse> {
    return this.users.update(caller, id, dto, { token, address });
  }

  @ReplaceRoute({ summary: 'Change a user (same as PATCH)', ...UPDATE })
  @UserToken()
  put(
    @CurrentUser() caller: AuthenticatedUser,
    @Param('id', IntIdPipe) id: number,
    @Body() dto: UpdateUserDto,
    @CurrentToken() token: string,
    @Ip() address: string,
  ): Promise<UserResponse> {
    return this.users.update(caller, id, dto, { token, address });
  }

  @Delete(':id')
  @HttpCode(204)
  @Admin()
  @ApiOperation({
    summary: 'Delete a user',
    description:
      'The user and all their tokens are gone; what they did stays in the audit log. The last active administrator cannot be deleted.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @ApiBadRequestResponse({ description: 'This is the last active administrator.', type: ErrorResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  remove(@CurrentUser() caller: AuthenticatedUser, @Param('id', IntIdPipe) id: number): Promise<void> {
    return this.users.remove(caller, id);
  }

  @Post(':id/reset-password')
  @HttpCode(200)
  @Admin()
  @ApiOperation({
    summary: 'Give a user a temporary password',
    description: 'Ends all logins of the user. The API token keeps working.',
  })
  @ApiOkResponse({ type: TemporaryPasswordResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  resetPassword(
    @CurrentUser() caller: AuthenticatedUser,
    @Param('id', IntIdPipe) id: number,
  ): Promise<TemporaryPasswordResponse> {
    return this.users.resetPassword(caller, id);
  }
}
