import type { Socket } from 'node:net';

/** What a server says of encryption before the login. */
export const ENCRYPTION = { off: 0x00, on: 0x01, notSupported: 0x02, required: 0x03 } as const;

const PRELOGIN_ANSWER = 0x04;
const LOGIN_PACKET = 0x10;

/** Answers the first packet of a client as SQL Server would; `onLogin` is called when a login arrives in the open. */
export function answerPrelogin(
  socket: Socket,
  encryption: number,
  onLogin: () => void = () => undefined,
): void {
  socket.on('data', (data) => {
    if (data[0] === LOGIN_PACKET) {
      onLogin();
    } else {
      socket.write(packet(prelogin(encryption)));
    }
  });
}

/** An error token and the end of the answer. */
export function refuseLogin(socket: Socket, number: number, message: string): void {
  const text = Buffer.from(message, 'utf16le');
  const body = Buffer.concat([
    uint32(number),
    // state, class, length of the message in characters, the message, no server, no procedure, line
    ...[Buffer.from([1, 14]), uint16(message.length), text, Buffer.from([0, 0]), uint32(1)],
  ]);
  const done = Buffer.concat([Buffer.from([0xfd]), uint16(2), uint16(0), Buffer.alloc(8)]);
  socket.write(packet(Buffer.concat([Buffer.from([0xaa]), uint16(body.length), body, done])));
  socket.end();
}

/** Version and encryption: each a token with the place and the length of what it says. */
function prelogin(encryption: number): Buffer {
  const head = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff]);
  return Buffer.concat([head, Buffer.from([16, 0, 4, 0, 0, 0]), Buffer.from([encryption])]);
}

function packet(body: Buffer): Buffer {
  const length = body.length + 8;
  return Buffer.concat([Buffer.from([PRELOGIN_ANSWER, 1, length >> 8, length & 0xff, 0, 0, 1, 0]), body]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
