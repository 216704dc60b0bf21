import { randomBytes } from 'node:crypto';

import { SecretBox } from '../common/crypto/secret-box.js';
import { ConnectionVault, digestOf, mergeSecrets } from './connection-vault.js';

const vault = new ConnectionVault(new SecretBox(randomBytes(32)));

describe('ConnectionVault', () => {
  it('opens what it sealed, for the same connection only', () => {
    const { sealedSecrets: sealed } = vault.seal('one', { password: 'correct horse' });
    expect(sealed).not.toContain('correct horse');
    expect(vault.open('one', sealed)).toEqual({ password: 'correct horse' });
    expect(() => vault.open('two', sealed)).toThrow('another place');
  });

  it('notes the names of what it sealed, and of which sealed text they are', () => {
    const sealings = [{ password: 'a' }, { password: 'a', accessToken: 't', sessionToken: '' }].map(
      (secrets) => vault.seal('one', secrets),
    );
    expect(sealings.map(({ secretNames }) => secretNames)).toEqual([
      ['password'],
      ['password', 'accessToken'],
    ]);
    for (const { sealedSecrets, secretNames, secretNamesOf } of sealings) {
      expect(vault.namesIn('one', sealedSecrets)).toEqual(secretNames);
      expect(secretNamesOf).toBe(digestOf(sealedSecrets ?? ''));
      expect(() => vault.namesIn('two', sealedSecrets)).toThrow('another place');
    }
  });

  it('keeps nothing when there is nothing', () => {
    const nothing = { sealedSecrets: null, secretNames: null, secretNamesOf: null };
    expect(vault.seal('one', { password: '' })).toEqual(nothing);
    expect(vault.open('one', null)).toEqual({});
    expect(vault.namesIn('one', null)).toEqual([]);
  });
});

describe('mergeSecrets', () => {
  it.each([
    ['keeps what is not given', { password: 'a', accessToken: 't' }, {}, { password: 'a', accessToken: 't' }],
    ['takes what is given', { password: 'a' }, { password: 'b' }, { password: 'b' }],
    ['drops what is given empty', { password: 'a' }, { password: '' }, {}],
  ])('%s', (_, stored, given, merged) => {
    expect(mergeSecrets(stored, given)).toEqual(merged);
  });
});
