import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { InvalidInputError } from '../../common/errors/domain-error.js';
import type { UploadedFile } from '../../uploads/uploaded-file.js';
import { ZipError, zipEntries } from '../../uploads/zip-reader.js';
import type { ConnectionFileKind } from './connection-file.entity.js';
import { sortTlsFiles } from './tls-files.js';

/** A wallet or a fileset is a handful of small files. */
const LIMITS = { maxEntries: 50, maxEntryBytes: 2 * 1024 * 1024, maxTotalBytes: 5 * 1024 * 1024 };

const WALLET_FILES = ['cwallet.sso', 'ewallet.p12', 'ewallet.pem'];

/** The files in an upload, checked for their purpose. Throws `InvalidInputError`, which shows no content. */
export function readConnectionFile(
  kind: ConnectionFileKind,
  upload: UploadedFile,
): Promise<ReadonlyMap<string, Buffer>> {
  return kind === 'snowflake_key' ? readKey(upload) : readArchive(kind, upload);
}

async function readArchive(
  kind: 'fileset' | 'wallet',
  upload: UploadedFile,
): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  try {
    for await (const { name, bytes } of zipEntries(upload.path, LIMITS)) {
      files.set(name, bytes);
    }
  } catch (error) {
    throw error instanceof ZipError ? refusal('zip_archive', `${error.message}.`) : error;
  }
  const problem = kind === 'fileset' ? filesetProblem(files) : walletProblem(files);
  if (problem !== null) {
    throw refusal('zip_archive', problem);
  }
  return files;
}

function filesetProblem(files: ReadonlyMap<string, Buffer>): string | null {
  const sorted = sortTlsFiles(files);
  return typeof sorted === 'string' ? sorted : null;
}

function walletProblem(files: ReadonlyMap<string, Buffer>): string | null {
  const names = [...files.keys()].map((name) => name.split('/').at(-1)?.toLowerCase() ?? '');
  return WALLET_FILES.some((name) => names.includes(name))
    ? null
    : `The archive holds no wallet: ${WALLET_FILES.join(', ')} are all missing.`;
}

async function readKey(upload: UploadedFile): Promise<ReadonlyMap<string, Buffer>> {
  const bytes = await readFile(upload.path);
  const problem = keyProblem(bytes.toString('utf8'));
  if (problem !== null) {
    throw refusal('key_file', problem);
  }
  return new Map([['key', bytes]]);
}

function keyProblem(text: string): string | null {
  if (text.includes('PUBLIC KEY-----')) {
    return 'This is a public key: upload the private one.';
  }
  if (text.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----')) {
    return null;
  }
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa' ? null : 'The key must be an RSA key.';
  } catch {
    return 'The file is no private key as PEM text (PKCS #8).';
  }
}

function refusal(field: string, problem: string): InvalidInputError {
  return new InvalidInputError({ [field]: [problem] });
}
