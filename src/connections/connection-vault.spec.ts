import { randomBytes } from 'node:crypto';

import { SecretBox } from '../common/crypto/secret-box.js';
import { ConnectionVault, mergeSecrets } from './connection-vault.js';

const vault = new ConnectionVault(new SecretBox(randomBytes(32)));

describe('ConnectionVault', () => {
  it('opens what it sealed, for the same connection only', () => {
    const sealed = vault.seal('one', { password: 'correct horse' });
    expect(sealed).not.toContain('correct horse');
    expect(vault.open('one', sealed)).toEqual({ password: 'correct horse' });
    expect(() => vault.open('two', sealed)).toThrow('another place');
  });

  it('tells the names of what it sealed, again and after each change, for the same connection only', () => {
    const [one, other] = [{ password: 'a' }, { password: 'a', accessToken: 't' }].map((secrets) =>
      vault.seal('one', secrets),
    );
    for (let turn = 0; turn < 2; turn += 1) {
      expect(vault.namesIn('one', one!)).toEqual(['password']);
      expect(vault.namesIn('one', other!)).toEqual(['password', 'accessToken']);
      expect(vault.namesIn('one', null)).toEqual([]);
      expect(() => vault.namesIn('two', one!)).toThrow('another place');
    }
  });

  it('keeps nothing when there is nothing', () => {
    expect(vault.seal('one', { password: '' })).toBeNull();
    expect(vault.open('one', null)).toEqual({});
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
