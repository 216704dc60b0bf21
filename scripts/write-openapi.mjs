/**
 * Writes openapi.json from the compiled application, without a database: the framework only has to know the routes.
 * `npm run openapi:write`; the file is reviewed like code.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
  stdio: 'inherit',
});
if (build.status !== 0) {
  process.exit(build.status ?? 1);
}

const { AppModule } = await import('../dist/src/app.module.js');
const { Logger } = await import('../dist/src/common/logging/logger.js');
const { loadConfig } = await import('../dist/src/config/load-config.js');
const { buildOpenApiDocument } = await import('../dist/src/openapi/openapi-document.js');

const env = { DATABASE_URL: 'postgres://unused@localhost/unused', SECRET_KEY: 'unused'.repeat(8) };
const config = loadConfig({ env, root, cwd: root, isTerminal: false });
const app = await NestFactory.create(AppModule.forRoot(config, Logger.silent()), {
  preview: true,
  abortOnError: false,
  logger: ['error'],
});
const document = buildOpenApiDocument(app);
await writeFile(join(root, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(`openapi.json: ${Object.keys(document.paths).length} paths\n`);
