/**
 * Import directions between the folders of src (the picture: ARCHITECTURE.md, "Import arrows").
 * A new domain gets one line in ARROWS; a folder without a line may import nothing but itself.
 */
const SHELL = [
  'common',
  'config',
  'database',
  'queue',
  'auth',
  'audit',
  'installation',
  'uploads',
  'settings',
  'mail',
];
const DOOR = '^src/engine/index\\.ts$';
/** Files of an adapter are named after their database; adapter and options alone do without its driver. */
const BEHIND_DRIVERS = '^src/adapters/databases/(mssql|mysql|oracle)/\\w+-(?!adapter|options)';
const ADAPTER_DOORS = '^src/adapters/(databases|formats|storage|git|ai-engine|mail)/index\\.ts$';

/** Domain → the other domains it may ask. */
const ARROWS = {
  users: [],
  connections: ['users'],
  rulesets: ['users', 'connections'],
  runs: ['connections', 'rulesets', 'git', 'license'],
  discovery: ['connections', 'rulesets', 'runs'],
  generation: ['connections', 'rulesets', 'runs', 'discovery'],
  privacy: ['connections'],
  git: ['users', 'rulesets', 'discovery'],
  export: ['rulesets', 'discovery', 'generation'],
  'ifm-plans': ['rulesets'],
  'ifm-mask': ['ifm-plans', 'rulesets', 'license'],
  health: ['license'],
  metrics: ['health', 'runs'],
  'key-rotation': ['users', 'connections', 'runs', 'git'],
};

/** Platform folder → what it may import of src besides itself. */
const PLATFORM = {
  common: [],
  config: ['common'],
  database: ['config', 'common'],
  queue: ['config', 'common', 'installation'],
  auth: ['config', 'common', 'database', 'users', 'audit', 'installation', 'license'],
  audit: ['config', 'common', 'database', 'queue', 'auth'],
  installation: ['config', 'common', 'database', 'auth'],
  license: ['config', 'common', 'database', 'auth', 'audit', 'installation', 'uploads'],
  uploads: ['config', 'common', 'database'],
  mail: ['config', 'common', 'database', 'queue', 'adapters'],
  settings: ['config', 'common', 'database', 'auth', 'audit', 'installation', 'mail', 'adapters'],
};

const anyOf = (names) => `^src/(${names.join('|')})/`;

const platformRules = Object.entries(PLATFORM).map(([folder, allowed]) => ({
  name: `arrows-of-${folder}`,
  comment: `src/${folder} may import: ${['itself', ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: [anyOf([folder, ...allowed])] },
}));

const domainRules = Object.entries(ARROWS).map(([domain, others]) => ({
  name: `arrows-of-${domain}`,
  comment: `src/${domain} may import: itself, the platform, the engine's and adapters' doors, ${others.join(', ') || 'no other domain'}`,
  severity: 'error',
  from: { path: `^src/${domain}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: [anyOf([domain, ...SHELL, ...others]), DOOR, ADAPTER_DOORS] },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one concept, or one of them needs a port.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file nobody imports and that imports nobody is dead; jest.config.mjs is not looked at.',
      severity: 'error',
      from: { orphan: true, path: '^(src|test|migrations)/', pathNot: '\\.(spec|d)\\.ts$|-resolver\\.cjs$' },
      to: {},
    },
    {
      name: 'loaded-when-wanted',
      comment:
        'OpenTelemetry, Bull and the drivers of other databases take a while to load: only a process that meets them does.',
      severity: 'error',
      from: { path: '^src/', pathNot: `\\.spec\\.ts$|${BEHIND_DRIVERS}` },
      to: {
        path: `^src/common/tracing/otlp-tracer\\.ts$|^src/queue/bull/bull-queues\\.module\\.ts$|${BEHIND_DRIVERS}`,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'engine-is-pure',
      comment:
        'The engine imports itself, node:crypto, js-yaml, re2js and libphonenumber-js; more needs an ADR.',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: ['^src/engine/', '^(node:)?crypto$', '^node_modules/(js-yaml|re2js|libphonenumber-js)/'],
      },
    },
    {
      name: 'engine-has-one-door',
      comment: 'Outside src/engine only src/engine/index.ts is public.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/' },
      to: { path: '^src/engine/', pathNot: DOOR },
    },
    {
      name: 'adapters-know-the-engine-only',
      comment:
        'Adapters import themselves, the engine’s door, pure rules about names, and third-party drivers.',
      severity: 'error',
      from: { path: '^src/adapters/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/adapters/', DOOR, '^src/common/names/'] },
    },
    {
      name: 'adapters-have-doors',
      comment: 'Outside src/adapters only the index of each family is public.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/' },
      to: { path: '^src/adapters/', pathNot: ADAPTER_DOORS },
    },
    {
      name: 'adapters-without-server',
      comment: 'No Nest, no TypeORM, no queue in adapters.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^node_modules/(@nestjs|typeorm|bull|ioredis)/' },
    },
    ...platformRules,
    ...domainRules,
    {
      name: 'neighbours-by-the-front-door',
      comment:
        'Of another domain only modules, services, guards’ decorators and pure tables are public, never its entities or DTOs.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: ['^src/(engine|adapters|workers)/', '\\.spec\\.ts$'] },
      to: {
        path: `^src/(${Object.keys(ARROWS).join('|')}|audit|installation)/(dto/|.*\\.(entity|controller)\\.ts$)`,
        pathNot: '^src/$1/',
      },
    },
    {
      name: 'workers-import-modules',
      comment: 'Process care never reaches into a domain.',
      severity: 'error',
      from: { path: '^src/workers/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(workers|queue|config|common|database)/',
          '\\.module\\.ts$',
          // What has no domain in it: what the process depends on, and its key.
          '^src/(health/readiness|key-rotation/rotate-key|installation/assert-secret-key)\\.ts$',
        ],
      },
    },
    {
      name: 'processors-only-in-the-worker-root',
      comment: 'The API process must not start taking jobs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/worker\\.module\\.ts$' },
      to: { path: '\\.worker\\.module\\.ts$' },
    },
    {
      name: 'migrations-keep-their-meaning',
      comment: 'A migration that imports src changes when src does.',
      severity: 'error',
      from: { path: '^migrations/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^migrations/', '^node_modules/typeorm/'] },
    },
    {
      name: 'src-knows-no-tests',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^(test|bench|scripts)/', '\\.spec\\.ts$'] },
    },
    {
      name: 'no-dev-dependency-in-src',
      comment: 'The image installs production dependencies only.',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|coverage)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count: an arrow is an arrow even when it vanishes in the output.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
