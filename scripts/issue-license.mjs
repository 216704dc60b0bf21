/**
 * For whoever issues licences.
 *   npm run license:issue -- new-key <folder>                 makes license-key.pem (keep it) and license-key.pub.pem
 *   npm run license:issue -- issue <license-key.pem> <claims> prints a licence file; claims is JSON, for example
 *     '{"name":"Example Ltd","type":"business","expires":"2027-12-31","row_limit":1000000}'
 */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const USAGE = 'Usage: npm run license:issue -- new-key <folder> | issue <private key> <claims as JSON>';
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function newKey(folder) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [path, publicPath] = [join(folder, 'license-key.pem'), join(folder, 'license-key.pub.pem')];
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  writeFileSync(publicPath, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  return `${path}: keep it secret\n${publicPath}: give it to installations as LICENSE_PUBLIC_KEY_FILE\n`;
}

function issue(keyPath, claimsText) {
  const { expires, ...claims } = JSON.parse(claimsText);
  const exp = expires === undefined ? {} : { exp: Math.floor(new Date(expires).getTime() / 1000) };
  if (Number.isNaN(exp.exp)) {
    throw new Error('"expires" is no date.');
  }
  const payload = {
    uuid: randomUUID(),
    type: 'business',
    iat: Math.floor(Date.now() / 1000),
    ...claims,
    ...exp,
  };
  const signed = `${encoded({ alg: 'EdDSA', typ: 'vizard-license+jws' })}.${encoded(payload)}`;
  const signature = sign(null, Buffer.from(signed), createPrivateKey(readFileSync(keyPath)));
  return `${signed}.${signature.toString('base64url')}\n`;
}

const [command, first, second] = process.argv.slice(2);
if (command === 'new-key' && first !== undefined) {
  process.stdout.write(newKey(first));
} else if (command === 'issue' && second !== undefined) {
  process.stdout.write(issue(first, second));
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
