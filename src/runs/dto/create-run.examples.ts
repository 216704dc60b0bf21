const WHERE_AND_WHAT = {
  source_connection: '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10',
  ruleset: '5d1f0c52-7f0b-4c63-8f5e-3f9f2f1f7c11',
};

/** Whole bodies for the documentation. */
export const CREATE_RUN_EXAMPLES = {
  rehearsal: {
    summary: 'Try it without changing anything',
    value: { name: 'rehearsal', ...WHERE_AND_WHAT, options: { dry_run: true } },
  },
  masking: {
    summary: 'Mask, so that a later run with the same secret gives the same values',
    value: {
      name: 'nightly',
      ...WHERE_AND_WHAT,
      options: { batch_size: 1000, run_secret: 'at least twenty characters', continue_on_failure: false },
    },
  },
};
