import sshpk from 'sshpk';

export class SshKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SshKeyError';
  }
}

const USABLE = new Set(['rsa', 'ecdsa', 'ed25519']);
const MIN_RSA_BITS = 2_048;

/**
 * Reads a private key in OpenSSH or PEM form and returns it in OpenSSH form. Throws `SshKeyError` with what to do; never
 * shows anything of the key.
 */
export function readSshKey(file: Buffer): string {
  const text = file.toString('utf8').replace(/\r\n?/g, '\n').trim();
  if (
    /^(ssh-|ecdsa-)/.test(text) ||
    text.includes('BEGIN PUBLIC KEY') ||
    text.includes('BEGIN SSH2 PUBLIC KEY')
  ) {
    throw new SshKeyError('This is a public key. Upload the private key that belongs to it.');
  }
  if (text.startsWith('PuTTY-User-Key-File')) {
    throw new SshKeyError(
      'This is a PuTTY key. Convert it to OpenSSH form first (in PuTTYgen: Conversions, Export OpenSSH key).',
    );
  }
  const key = parsed(`${text}\n`);
  if (!USABLE.has(key.type)) {
    throw new SshKeyError(`Keys of the type ${key.type} are not accepted: use Ed25519, ECDSA or RSA.`);
  }
  if (key.type === 'rsa' && key.size < MIN_RSA_BITS) {
    throw new SshKeyError(`RSA keys need at least ${MIN_RSA_BITS} bits.`);
  }
  return key.toString('openssh');
}

function parsed(text: string): sshpk.PrivateKey {
  try {
    return sshpk.parsePrivateKey(text, 'auto');
  } catch (error) {
    if (error instanceof Error && error.name === 'KeyEncryptedError') {
      throw new SshKeyError(
        'The key is protected by a passphrase, which nobody could enter when it is used. Upload a key without one (ssh-keygen -p removes it).',
      );
    }
    throw new SshKeyError('This is not a private SSH key in OpenSSH or PEM form.');
  }
}
