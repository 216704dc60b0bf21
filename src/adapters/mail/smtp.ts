import { isIP } from 'node:net';
import { checkedLookup, isBlockedHost } from '../outgoing-addresses.js';
import { MailError } from './mail-error.js';

/** `starttls` insists on encryption: a server that does not offer it is refused. */
export type MailSecurity = 'none' | 'starttls' | 'tls';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Null: no login. */
  readonly login: { readonly username: string; readonly password: string } | null;
}

export interface Mail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** A server that says nothing must not hold up a worker for long. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
/** Answers of this class are final. */
const PERMANENT = 500;

/** Hands one mail to an SMTP server. Resolves once the server has taken it; throws `MailError`. */
export async function sendMail(server: MailServer, mail: Mail): Promise<void> {
  const { host, port, security, login } = server;
  const address = await addressOf(server);
  // Loaded by those who send mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: address,
    // The certificate is the name's, not the address's.
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login === null ? {} : { auth: { user: login.username, pass: login.password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Mails are texts: nothing in them may make us read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { sender, recipient, subject, text } = mail;
    // As objects, so that no comma or line break in a text makes more addresses of one.
    await transport.sendMail({
      from: { name: '', address: sender },
      to: { name: '', address: recipient },
      subject,
      text,
    });
  } catch (error) {
    throw mailError(error, server);
  } finally {
    transport.close();
  }
}

/** The address to connect to: what was checked is what is called. */
function addressOf(server: MailServer): Promise<string> {
  const { host, port } = server;
  const refusal = (): MailError =>
    new MailError(
      `The mail server ${host}:${port} is at a link-local or metadata address: not allowed.`,
      false,
    );
  return new Promise((resolve, reject) => {
    if (isBlockedHost(host)) {
      reject(refusal());
      return;
    }
    checkedLookup(refusal)(host, {}, (error, found) => {
      if (error === null) {
        resolve(typeof found === 'string' ? found : found[0]!.address);
      } else {
        reject(error instanceof MailError ? error : mailError(error, server));
      }
    });
  });
}

function mailError(error: unknown, { host, port }: MailServer): MailError {
  const { responseCode, message = 'unknown reason' } = error as { responseCode?: unknown; message?: string };
  const isPassing = typeof responseCode !== 'number' || responseCode < PERMANENT;
  return new MailError(`The mail server ${host}:${port} did not take the mail: ${message}`, isPassing);
}
