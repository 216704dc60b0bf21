import { createPrivateKey, X509Certificate } from 'node:crypto';

/** What an adapter takes of a fileset, as PEM texts. */
export interface TlsFiles {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

type Files = ReadonlyMap<string, Buffer>;

const AUTHORITY_NAME = /(^|[^a-z])ca([^a-z]|$)|root|authority|chain/i;

/**
 * Sorts the files of a fileset by what is in them: a private key, the certificate that belongs to it, and certificate
 * authorities. Gives a sentence instead when they are no usable set.
 */
export function sortTlsFiles(files: Files): TlsFiles | string {
  const texts = [...files].map(([name, bytes]) => ({ name, text: bytes.toString('utf8') }));
  const keys = texts.filter(({ text }) => text.includes('PRIVATE KEY-----'));
  const certificates = texts.filter(({ text }) => text.includes('-----BEGIN CERTIFICATE-----'));
  if (keys.length > 1) {
    return 'There is more than one private key in the archive.';
  }
  const faulty =
    certificates.find(({ text }) => !isCertificate(text)) ?? keys.find(({ text }) => !isKey(text));
  if (faulty !== undefined) {
    return `The file ${JSON.stringify(faulty.name)} is damaged, or its key has a passphrase.`;
  }
  const [key] = keys;
  const own = key === undefined ? [] : certificates.filter(({ text }) => belongsTo(text, key.text));
  const authorities = certificates.filter((file) => !own.includes(file));
  if (key !== undefined && own.length === 0) {
    return 'No certificate in the archive belongs to the private key.';
  }
  if (authorities.length === 0 && own.length === 0) {
    return 'There is no certificate (PEM text) in the archive.';
  }
  const ca = preferred(authorities);
  return {
    ...(ca === '' ? {} : { ca }),
    ...(key === undefined || own[0] === undefined ? {} : { cert: own[0].text, key: key.text }),
  };
}

/** Where some are named like authorities, only these. */
function preferred(authorities: readonly { readonly name: string; readonly text: string }[]): string {
  const named = authorities.filter(({ name }) => AUTHORITY_NAME.test(name));
  return (named.length > 0 ? named : authorities).map(({ text }) => text).join('\n');
}

function isCertificate(text: string): boolean {
  return succeeds(() => new X509Certificate(text));
}

function isKey(text: string): boolean {
  return succeeds(() => createPrivateKey(text));
}

function belongsTo(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
