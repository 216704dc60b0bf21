/**
 * Looks for every secret that the tests used in everything that the program said while they ran: answers with their
 * headers, exports inside archives, log lines of all processes, payloads of jobs. Plain, as base64, as JSON and
 * percent-encoded.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import yauzl from 'yauzl';
import { SecretFinder } from './secret-finder.mjs';

/** Where a secret must be told to the one whom it belongs to (spec of the API). */
const TOLD_TO_OWNER = [
  {
    kind: /^(user token|API token|token of the caller)$/,
    place: /^POST \/api\/(auth\/(token|session)\/login|users\/admin-install)\/$/,
  },
  // In lists and users that belong to others the field is empty (users.e2e-spec.ts).
  { kind: /^(API token|token of the caller)$/, place: /^\w+ \/api\/users\/((me|\{id\})\/)?(api-token\/)?$/ },
  {
    kind: /^(access token|refresh token|token of the caller)$/,
    place: /^POST \/api\/auth\/jwt\/(login|refresh)\/$/,
  },
  { kind: /^session cookie$/, place: /\(headers\)$/ },
  { kind: /^password$/, place: /^POST \/api\/users\/(\{id\}\/reset-password\/)?$/ },
  { kind: /^run secret$/, place: /^POST \/api\/runs\/$/ },
  // Tests of bad passwords use words that the descriptions use, too.
  { kind: /^password$/, place: /^GET \/(api|ifm)\/openapi\.json$/ },
];

/**
 * The leaks in a folder of records, one line each: place and kind of the secret, never its value.
 * @param {string} folder
 */
export async function findLeaks(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const secrets = await readSecrets(folder, names);
  const finder = new SecretFinder(secrets);
  const leaks = new Map();
  let bytes = 0;
  for (const said of readSaid(folder, names)) {
    const texts = await unpacked(said);
    bytes += texts.reduce((sum, text) => sum + text.length, 0);
    const sentBack = (said.refused ?? []).filter(({ value }) => texts.some((text) => text.includes(value)));
    const kinds = [
      ...texts.flatMap((text) => [...finder.kindsIn(text)]),
      ...sentBack.map(({ kind }) => kind),
    ];
    for (const kind of kinds) {
      if (!isToldToOwner(kind, said.name)) {
        const line = `${said.kind} ${said.name}: ${kind}`;
        leaks.set(line, (leaks.get(line) ?? 0) + 1);
      }
    }
  }
  return {
    leaks: [...leaks].map(([line, count]) => `${line} (${count} times)`).sort(),
    secrets: secrets.length,
    bytes,
  };
}

function isToldToOwner(kind, place) {
  return TOLD_TO_OWNER.some((rule) => rule.kind.test(kind) && rule.place.test(place));
}

async function readSecrets(folder, names) {
  const found = new Map();
  const open = new Set();
  for (const name of names.filter((each) => each.endsWith('.secrets'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const { kind, value, file, open: text } = JSON.parse(line);
      if (text !== undefined) {
        open.add(text);
        continue;
      }
      const values = file === undefined ? [value] : await linesOf(Buffer.from(file, 'base64'));
      values.filter((each) => !found.has(each)).forEach((each) => found.set(each, kind));
    }
  }
  return [...found].filter(([value]) => !open.has(value)).map(([value, kind]) => ({ value, kind }));
}

/** The lines of a key, or of the keys in an archive, that can be told from other texts. Certificates are no secrets. */
async function linesOf(file) {
  const contents = isZip(file)
    ? (await unzipped(file).catch(() => [])).map((entry) => entry.content)
    : [file];
  return contents
    .map((bytes) => bytes.toString())
    .filter((text) => !/BEGIN (CERTIFICATE|PUBLIC KEY)/.test(text))
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter(
      (line) =>
        line.length >= 12 && line.length <= 200 && !line.startsWith('-----') && new Set(line).size >= 5,
    );
}

function* readSaid(folder, names) {
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    if (name.endsWith('.log')) {
      yield { kind: 'log', name: 'of a worker process', bytes };
    } else if (name.endsWith('.said')) {
      yield* recordsOf(bytes);
    }
  }
}

/** Records, each with a head of one line; a process that was killed may have left the last one unfinished. */
function* recordsOf(bytes) {
  let end = bytes.indexOf(10);
  for (let at = 0; end >= 0; end = bytes.indexOf(10, at)) {
    const head = JSON.parse(bytes.toString('utf8', at, end));
    at = end + 1 + head.bytes;
    yield { ...head, bytes: bytes.subarray(end + 1, at) };
  }
}

const DECODERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** The contents of what may be packed twice: by the connection, and as an archive. */
async function unpacked({ bytes, encoding }) {
  try {
    const body = DECODERS[encoding]?.(bytes) ?? bytes;
    if (body[0] === 0x1f && body[1] === 0x8b) {
      return [gunzipSync(body)];
    }
    const entries = isZip(body) ? await unzipped(body) : [];
    return [body, ...entries.flatMap(({ name, content }) => [Buffer.from(name), content])];
  } catch {
    // A damaged archive, as tests send them.
    return [bytes];
  }
}

function isZip(bytes) {
  return bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
}

async function unzipped(bytes) {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false });
  const entries = [];
  for await (const entry of zip.eachEntry()) {
    const pieces = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece);
    }
    entries.push({ name: entry.fileName, content: Buffer.concat(pieces) });
  }
  return entries;
}
