/** A ruleset for in-flight masking, for the documentation. */
export const RULESET_EXAMPLE = `version: '1.0'
rules:
  - hash_sources:
      - source: self
    masks:
      - type: imitate
`;

const RECORDS_EXAMPLE = `version: '1.0'
rules:
  - hash_sources:
      - source: from_request
    masks:
      - type: json
        transforms:
          - path: [customer, name]
            masks: [{ type: from_file, seed_file: first_names_mixed.csv }]
          - path: [customer, phone]
            masks: [{ type: imitate, force_change: true }]
`;

/** Whole bodies for the documentation. */
export const NEW_PLAN_EXAMPLES = {
  texts: {
    summary: 'Texts, masked by what they hold',
    value: { name: 'customer-emails', ruleset_yaml: RULESET_EXAMPLE },
  },
  records: {
    summary: 'Parts of objects, masked by an identity that the request names',
    value: {
      name: 'customers',
      ruleset_yaml: RECORDS_EXAMPLE,
      options: { default_log_level: 'WARNING' },
    },
  },
};

export const REPLACEMENT_EXAMPLES = {
  whole: {
    summary: 'A new ruleset; options that are left out take their defaults',
    value: { ruleset_yaml: RULESET_EXAMPLE, options: { default_log_level: 'WARNING' } },
  },
};

export const CHANGES_EXAMPLES = {
  disable: { summary: 'Switch the plan off', value: { options: { enabled: false } } },
  ruleset: { summary: 'Another ruleset, the same options', value: { ruleset_yaml: RULESET_EXAMPLE } },
};
