#!/bin/sh
# Migrates the database, then becomes the API; or becomes a worker. The last process replaces the shell, so that it
# receives the container's stop signal itself.
set -eu
cd "$(dirname "$0")/.."

if [ "${ROLE:-api}" = worker ]; then
  exec node --enable-source-maps dist/src/worker.js
fi
node --enable-source-maps dist/src/migrate.js run
exec node --enable-source-maps dist/src/main.js
