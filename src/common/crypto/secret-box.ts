import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text cannot be opened: other key, other context, or altered. Never says which. */
export class SecretBoxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretBoxError';
  }
}

/**
 * Seals texts at rest by AES-256-GCM. The format is constant: `v1.<key id>.<base64url of nonce, tag, ciphertext>`.
 * Sealing twice gives different texts. An optional context (such as `connection:<id>`) binds a sealed text to its
 * place: it opens only with the same context.
 */
export class SecretBox {
  private readonly keyId: string;

  constructor(private readonly key: Buffer) {
    if (key.length !== 32) {
      throw new SecretBoxError('The key must have 32 bytes.');
    }
    this.keyId = createHash('sha256').update('vizard/key-id/v1').update(key).digest('hex').slice(0, 8);
  }

  seal(text: string, context = ''): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    cipher.setAAD(this.associatedData(context));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${this.prefix()}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Throws `SecretBoxError`. */
  open(sealed: string, context = ''): string {
    const [version, keyId, payload, ...rest] = sealed.split('.');
    if (version !== VERSION || keyId === undefined || payload === undefined || rest.length > 0) {
      throw new SecretBoxError('Not a sealed text.');
    }
    if (keyId !== this.keyId) {
      throw new SecretBoxError(
        'Sealed with another key: is SECRET_KEY (or the key file) the one it was sealed with?',
      );
    }
    const bytes = Buffer.from(payload, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new SecretBoxError('Not a sealed text.');
    }
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.associatedData(context));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      throw new SecretBoxError('The sealed text was altered or belongs to another place.');
    }
  }

  private prefix(): string {
    return `${VERSION}.${this.keyId}.`;
  }

  private associatedData(context: string): Buffer {
    return Buffer.from(`${this.prefix()}${context}`, 'utf8');
  }
}
