import { passwordProblem } from './password-policy.js';

describe('passwordProblem', () => {
  it.each([
    'Adm1n-Secret',
    'Password123!',
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
    ['Passw0rd', /tried first/],
  ])('refuses %j', (password, reason) => {
    expect(passwordProblem(password, 'someone')).toMatch(reason);
  });

  it('refuses the username', () => {
    expect(passwordProblem('Rosalind-F', 'rosalind-f')).toMatch(/username/);
  });

  it('accepts what the official clients make up: 16 letters and digits', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    const made = Array.from({ length: 20_000 }, (_, seed) =>
      Array.from({ length: 16 }, (__, i) => alphabet[((seed + 7) * (i + 31) * (i + 13)) % 62]).join(''),
    ).filter((password) => !/(.)\1\1/.test(password));
    expect(made.length).toBeGreaterThan(10_000);
    expect(made.filter((password) => passwordProblem(password, 'someone') !== null)).toEqual([]);
  });
});
