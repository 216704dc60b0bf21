import { readRunOptions } from './run-options.js';

describe('readRunOptions', () => {
  const DEFAULTS = {
    batchSize: 2000,
    dryRun: false,
    maxRows: null,
    continueOnFailure: false,
    disableInstanceSecret: false,
    diagnosticLogging: false,
    discovery: null,
    requireCoverage: 'off',
    writeMode: 'in_place',
  };

  it('fills in the defaults', () => {
    expect(readRunOptions({})).toEqual({ options: DEFAULTS, runSecret: null, autoPull: null, messages: [] });
  });

  it('takes every documented option, nulls as not given', () => {
    const answer = readRunOptions({
      batch_size: 50_000,
      dry_run: true,
      max_rows: 5,
      continue_on_failure: true,
      run_secret: 'a'.repeat(20),
      disable_instance_secret: true,
      diagnostic_logging: true,
      auto_pull: false,
      auto_pull_branch: null,
      has_run_secret: true,
      disable_built_in_keywords: true,
      require_coverage: 'fail',
      write_mode: 'in_place',
      custom_keywords: ['loyalty no'],
      schemas: ['a'],
    });
    expect(answer).toEqual({
      options: {
        batchSize: 50_000,
        dryRun: true,
        maxRows: 5,
        continueOnFailure: true,
        disableInstanceSecret: true,
        diagnosticLogging: true,
        requireCoverage: 'fail',
        writeMode: 'in_place',
        discovery: {
          customKeywords: ['loyalty no'],
          ignoredKeywords: [],
          disableGlobalCustomKeywords: false,
          disableGlobalIgnoredKeywords: false,
          disableBuiltInKeywords: true,
          schemas: ['a'],
        },
      },
      runSecret: 'a'.repeat(20),
      autoPull: null,
      messages: [],
    });
    expect(readRunOptions({ batch_size: null, max_rows: null, run_secret: null }).options).toEqual(DEFAULTS);
  });

  it('pulls from Git only where that is asked for, from the branch that is named', () => {
    expect(readRunOptions({ auto_pull: true, auto_pull_branch: 'next' }).autoPull).toEqual({
      branch: 'next',
    });
    expect(readRunOptions({ auto_pull: true }).autoPull).toEqual({ branch: null });
    expect(readRunOptions({ auto_pull_branch: 'next' }).autoPull).toBeNull();
  });

  it('takes the older name of batch_size, which gives way to the newer', () => {
    expect(readRunOptions({ buffer_size: 7 }).options.batchSize).toBe(7);
    expect(readRunOptions({ buffer_size: 7, batch_size: 8 }).options.batchSize).toBe(8);
  });

  it.each([
    [{ batch_size: 0 }, 'batch_size must be a whole number, 1 to 50000.'],
    [{ batch_size: 50_001 }, 'batch_size must be a whole number, 1 to 50000.'],
    [{ batch_size: '10' }, 'batch_size must be a whole number, 1 to 50000.'],
    [{ buffer_size: 1.5 }, 'buffer_size must be a whole number, 1 to 50000.'],
    [{ max_rows: 0 }, 'max_rows must be a whole number, 1 or more.'],
    [{ dry_run: 'true' }, 'dry_run must be true or false.'],
    [{ run_secret: 'a'.repeat(19) }, 'run_secret must be a text of 20 to 256 characters.'],
    [{ run_secret: 'a'.repeat(257) }, 'run_secret must be a text of 20 to 256 characters.'],
    [{ schemas: 'public' }, 'schemas must be a list of texts that are not empty.'],
    [{ ignored_keywords: [''] }, 'ignored_keywords must be a list of texts that are not empty.'],
    [
      { custom_keywords: ['ok', 'a(?=b)'] },
      'custom_keywords.1: The pattern cannot be used: look-ahead and look-behind are not supported (character 6).',
    ],
    [{ write_mode: 'fast' }, 'write_mode must be in_place, rewrite.'],
    [
      { write_mode: 'rewrite', max_rows: 5 },
      'max_rows does not go with write_mode rewrite, which writes whole tables anew.',
    ],
    [{ require_coverage: 'yes' }, 'require_coverage must be off, warn, fail.'],
    [{ auto_pull: 'yes' }, 'auto_pull must be true or false.'],
    [{ auto_pull_branch: 7 }, 'auto_pull_branch must be a text.'],
    [{ dryrun: true }, 'Unknown option "dryrun".'],
    [[], 'This field must be an object; it may be empty.'],
    [undefined, 'This field must be an object; it may be empty.'],
  ])('refuses %j', (given, message) => {
    expect(readRunOptions(given).messages).toEqual([message]);
  });

  it('never repeats a secret', () => {
    expect(JSON.stringify(readRunOptions({ run_secret: 'hush' }))).not.toContain('hush');
  });
});
