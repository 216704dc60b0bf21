import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { completePaths } from './complete-paths.js';

const INTRODUCTION = `Vizard replaces the sensitive values in databases by realistic, consistent, irreversible ones.

**First steps**

1. \`POST /api/users/admin-install/\` creates the first administrator (only once).
2. \`POST /api/auth/token/login/\` returns a user token in \`key\`. Send it as \`Authorization: Token <key>\`. On this page: press *Authorize* and enter \`Token <key>\`, or log in by \`POST /api/auth/session/login/\`, which sets a cookie.
3. \`POST /api/connections/\` says where the data is, \`POST /api/rulesets/\` says what to mask and how.
4. \`POST /api/runs/\` starts masking; \`GET /api/runs/{id}/\` tells how far it is.

**Conventions.** Every path ends in a slash (only \`/\`, \`/api/docs\` and \`/ifm\` lead browsers to documentation). Bodies are JSON in UTF-8; fields that are not known are ignored, but refused with 400 among the \`options\` of a run and where a misspelt wish would go unnoticed: connections, settings, discoveries, filters of the audit log. Errors are \`{"detail": "…"}\`, or \`{"<field>": ["…"]}\` where fields are at fault. Every response carries \`X-Request-Id\` and \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds).`;

const TOKEN = { type: 'apiKey', in: 'header', name: 'Authorization' } as const;

/** Describes the running application: every route, made complete and put in a stable order. */
export function buildOpenApiDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('Vizard')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addTag('Installation', 'The first administrator.')
    .addTag('Authentication', 'Tokens for people and programs.')
    .addTag('Users', 'Who may do what.')
    .addTag('Connections', 'Where the data is.')
    .addTag('Rulesets', 'What is masked, and how.')
    .addTag('Ruleset libraries', 'Masks, rules and tasks that several rulesets share.')
    .addTag('Seeds', 'Lists of replacement values that masks draw from.')
    .addTag('Runs', 'Masking, started and watched.')
    .addTag('Discovery', 'Which columns hold sensitive data, by their names and values.')
    .addTag('Discovery configs', 'What discoveries look for, stored as YAML, and the libraries they share.')
    .addTag('Ruleset generation', 'First drafts of rulesets, made from what discovery found.')
    .addTag('Privacy reports', 'How well people hide in masked tables.')
    .addTag('Git', 'Rulesets in a Git repository, with each user’s own key.')
    .addTag('Export and import', 'Rulesets, libraries and seed files as a zip archive.')
    .addTag('Audit log', 'Who did what, and when.')
    .addTag('Health', 'For orchestrators and monitoring.')
    .addTag('Ruleset plans', 'Rulesets for in-flight masking.')
    .addTag('In-flight masking', 'Values masked in a request.')
    .addTag('Documentation', 'This page and its document.')
    .addSecurity('userToken', { ...TOKEN, description: 'The token of a login: `Token <key>`.' })
    .addSecurity('userOrApiToken', {
      ...TOKEN,
      description: 'The token of a login, or the lasting API token: `Token <token>`.',
    })
    .addBearerAuth(
      {
        ...{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        description:
          'The `access_token` that `POST /api/auth/jwt/login/` answers to your username and password: try it out there, then paste the token here, without a word before it.',
      },
      'accessToken',
    )
    .build();
  const document = SwaggerModule.createDocument(app, description, {
    operationIdFactory: (controller, method) => operationId(controller, method),
  });
  return { ...document, paths: completePaths(document.paths) };
}

function operationId(controller: string, method: string): string {
  const subject = controller.replace(/Controller$/, '');
  return `${subject.charAt(0).toLowerCase()}${subject.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}
