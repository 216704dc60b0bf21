import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  /** Name and password of the login; null: there was none. */
  readonly login: string | null;
  /** Headers and text, with what was broken for the transport in one line again. */
  readonly raw: string;
}

/** A real SMTP server that keeps what it is given. */
export interface TestMailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Waits for a mail that fits. */
  await(fits: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  /** From now on mails are answered so; null: taken. */
  refuseWith(code: number | null): void;
  stop(): Promise<void>;
}

const WAIT_MS = 500_000;

/** `login`: whom it lets in; without it anybody may send. It offers STARTTLS with a certificate nobody trusts. */
export async function startMailServer(login?: { name: string; password: string }): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    logger: false,
    ...(login === undefined ? { disabledCommands: ['AUTH'] } : {}),
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === login?.name && auth.password === login?.password;
      if (isRight) {
        done(null, { user: auth.username });
      } else {
        done(Object.assign(new Error('Wrong login'), { responseCode: 535 }));
      }
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (refusal !== null) {
          done(Object.assign(new Error('Not now'), { responseCode: refusal }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          login: session.user ?? null,
          raw: unfolded(Buffer.concat(pieces).toString('utf8')),
        });
        done();
      });
    },
  });
  // Clients that refuse the certificate hang up: that is what a test wants.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    await: async (fits): Promise<ReceivedMail> => {
      const deadline = Date.now() + WAIT_MS;
      while (Date.now() < deadline) {
        const found = mails.find(fits);
        if (found !== undefined) {
          return found;
        }
        await sleep(25);
      }
      throw new Error(`No such mail came; ${mails.length} others did.`);
    },
    refuseWith: (code): void => {
      refusal = code;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

function unfolded(raw: string): string {
  return raw
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n');
}
