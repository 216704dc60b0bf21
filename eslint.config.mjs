/**
 * Lint rules of the house (reasons: CONTRIBUTING.md). Everything is an error: a warning is a rule nobody obeys.
 * Import directions between folders live in .dependency-cruiser.cjs; this file only keeps whole families of packages
 * and globals out of the two pure areas.
 */
import js from '@eslint/js';
import comments from '@eslint-community/eslint-plugin-eslint-comments';
import prettier from 'eslint-config-prettier/flat';
import jestPlugin from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/config reads the environment; take what you need from Config.',
};
const NEW_FUNCTION = {
  selector: "NewExpression[callee.name='Function'], CallExpression[callee.name='Function']",
  message: 'Rulesets are untrusted text: no code is made from strings.',
};
const SHELLED = ['nest', '@nestjs/*', 'typeorm', 'typeorm/*', 'bull', 'ioredis'];
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];

const forbidGlobal = (names, message) => ['error', ...names.map((name) => ({ name, message }))];

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', '.tmp/', 'test-output/', 'seeds/', 'client/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },

  js.configs.recommended,
  {
    plugins: { '@eslint-community/eslint-comments': comments },
    rules: {
      '@eslint-community/eslint-comments/require-description': 'error',
      '@eslint-community/eslint-comments/no-unlimited-disable': 'error',
      '@eslint-community/eslint-comments/disable-enable-pair': ['error', { allowWholeFile: true }],
      complexity: ['error', 12],
      curly: ['error', 'all'],
      eqeqeq: ['error', 'always'],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
    },
  },

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `typeof import('./x.js')` is the type of a module that is loaded later.
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      // Modules and controllers are classes for Nest's sake even when they hold nothing.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Spreading a string gives its code points, which is what masks work on.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Responses are classes for Swagger's sake and plain objects in fact.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Under noUncheckedIndexedAccess `row[i]!` in a loop over `row.length` states what the compiler cannot know;
      // the alternative, a cast, says less.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-syntax': ['error', ENVIRONMENT, NEW_FUNCTION],
    },
  },
  { files: ['**/*.ts'], ignores: ['**/dto/**'], rules: naming([]) },
  {
    files: ['**/dto/**/*.ts'],
    rules: naming([
      {
        selector: ['classProperty', 'typeProperty'],
        format: ['camelCase', 'snake_case'],
      },
    ]),
  },
  {
    // The environment's own spelling.
    files: ['src/config/env.ts'],
    rules: { '@typescript-eslint/naming-convention': 'off' },
  },
  {
    // Nest fills these constructors: up to seven collaborators, more means the class does too much.
    files: ['src/**/*.{service,controller,guard,module,processor,executor}.ts'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 7 }] },
  },

  {
    files: ['src/engine/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // Everything that is neither a relative path nor one of the engine's few packages.
              regex: '^(?!\\.{1,2}/|node:crypto$|js-yaml$|re2js$|libphonenumber-js/max$)',
              message:
                'The engine is pure: itself, node:crypto, js-yaml, re2js and libphonenumber-js. More needs an ADR.',
            },
          ],
        },
      ],
      'no-restricted-globals': forbidGlobal(
        ['process', 'fetch', 'console', ...TIMERS],
        'The engine is pure: no environment, no network, no timers.',
      ),
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Draw from the row’s stream or from node:crypto.' },
        { object: 'Date', property: 'now', message: 'The run has one instant: MaskingContext.nowMs.' },
      ],
      'no-restricted-syntax': [
        'error',
        ENVIRONMENT,
        NEW_FUNCTION,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'The run has one instant: MaskingContext.nowMs.',
        },
      ],
    },
  },
  {
    files: ['src/adapters/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: SHELLED, message: 'Adapters know drivers, not the server around them.' }] },
      ],
    },
  },
  {
    files: ['src/config/**/*.ts', 'scripts/**', 'bench/**', 'test/**/*.ts', 'src/**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', NEW_FUNCTION] },
  },

  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      // Response bodies of supertest are `any`; a test that reads a wrong field fails by itself.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*-spec.ts'],
    extends: [jestPlugin.configs['flat/recommended'], jestPlugin.configs['flat/style']],
    rules: {
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', '**.expect', 'fc.assert'] },
      ],
      'jest/no-standalone-expect': [
        'error',
        { additionalTestBlockFunctions: ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] },
      ],
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/valid-title': ['error', { ignoreTypeOfDescribeName: true }],
    },
  },
  {
    // Snake_case is the wire's spelling: tests, the demo and entities' columns meet it everywhere.
    files: ['test/**/*.ts', 'src/**/*.spec.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'migrations/**/*.ts'],
    rules: { '@typescript-eslint/naming-convention': 'off' },
  },

  {
    files: ['scripts/**', 'bench/**', 'docker/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // A migration is one long list of statements.
    files: ['migrations/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'fetch',
          'Buffer',
          'FormData',
          'Blob',
          'module',
          'performance',
          'AbortController',
          ...TIMERS,
        ]
          .concat(['clearTimeout', 'clearInterval', 'AbortSignal', 'TextDecoder', 'structuredClone'])
          .map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'max-params': ['error', 4] },
  },
  prettier,
  // eslint-config-prettier switches `curly` off because some of its options fight the formatter; `all` does not.
  { rules: { curly: ['error', 'all'] } },
);

/** camelCase values, PascalCase types without an `I`, UPPER_CASE for true constants; names in quotes are data. */
function naming(more) {
  const rule = [
    'error',
    { selector: 'default', format: ['camelCase'], leadingUnderscore: 'allow' },
    { selector: 'import', format: null },
    { selector: 'variable', format: ['camelCase', 'UPPER_CASE', 'PascalCase'] },
    { selector: 'function', format: ['camelCase', 'PascalCase'] },
    { selector: 'classProperty', modifiers: ['static'], format: ['camelCase', 'UPPER_CASE'] },
    { selector: 'typeLike', format: ['PascalCase'] },
    { selector: 'interface', format: ['PascalCase'], custom: { regex: '^I[A-Z]', match: false } },
    { selector: 'enumMember', format: ['PascalCase', 'UPPER_CASE'] },
    // Keys of object literals are often data: error codes, column names, ruleset keys, headers.
    { selector: 'objectLiteralProperty', format: null },
    { selector: 'typeProperty', modifiers: ['requiresQuotes'], format: null },
    ...more,
  ];
  return { '@typescript-eslint/naming-convention': rule };
}
