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
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'commonjs' },
  },
];

const shared = {
  testEnvironment: 'node',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  transformIgnorePatterns: [
    'node_modules/(?!(@nestjs|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|ieee754)/)',
  ],
  transform: { '^.+\\.[tj]s$': swc },
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/src', '<rootDir>/migrations'],
      testRegex: '\\.spec\\.ts$',
    },
    { ...shared, displayName: 'golden', roots: ['<rootDir>/test'], testRegex: 'golden[^/]*\\.spec\\.ts$' },
    {
      ...shared,
      displayName: 'adapters',
      roots: ['<rootDir>/test/adapters'],
      testRegex: '\\.adapter-spec\\.ts$',
    },
    { ...shared, displayName: 'e2e', roots: ['<rootDir>/test/e2e'], testRegex: '\\.e2e-spec\\.ts$' },
  ],
};
