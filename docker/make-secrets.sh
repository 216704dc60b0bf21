#!/bin/sh
# make-secrets.sh [FOLDER]: makes the secret files that compose.yml mounts, or those of another folder, once. Keep a copy
# of secret_key: without it the stored passwords of connections cannot be opened.
set -eu
cd "${1:-$(dirname "$0")}"
umask 077
mkdir -p secrets

random() {
  head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'
}

[ -s secrets/secret_key ] || random >secrets/secret_key
if [ ! -s secrets/database_password ]; then
  random >secrets/database_password
  printf 'postgres://vizard:%s@postgres:5432/vizard' "$(cat secrets/database_password)" >secrets/database_url
fi
# The folder keeps others out; the container's user must be able to read the mounted files.
chmod 444 secrets/*
echo "Secrets are in $(pwd)/secrets"
