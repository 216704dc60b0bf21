import { passwordProblem } from './password-policy.js';

describe('passwordProblem', () => {
  it.each([
    'Adm1n-Secret',
    'Password123!x',
    'correct horse battery',
    'kT7vQ2mZx9LwB4nR',
    'nosymbolsnodigit',
    'пароль-длинный',
  ])('accepts %j', (password) => {
    expect(passwordProblem(password, 'someone')).toBeNull();
  });

  it.each([
    ['short7!', /at least 8/],
    ['aaaaaaaaaaaa', /repeats/],
    ['12345678', /runs/],
    ['abcdefghijkl', /runs/],
    ['😀😀😀😀😀😀😀😀', /repeats/],
    ['password', /tried first/],
    ['Passw0rd!!', /tried first/],
  ])('refuses %j', (password, reason) => {
    expect(passwordProblem(password, 'someone')).toMatch(reason);
  });

  it('refuses the username', () => {
    expect(passwordProblem('Rosalind-F', 'rosalind-f')).toMatch(/username/);
  });

  it('accepts what the official clients make up: 16 letters and digits', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    for (let seed = 0; seed < 20_000; seed++) {
      const password = Array.from(
        { length: 16 },
        (_, i) => alphabet[((seed + 7) * (i + 31) * (i + 13)) % 62],
      ).join('');
      if (!/(.)\1\1/.test(password)) {
        expect(passwordProblem(password, 'someone')).toBeNull();
      }
    }
  });
});
