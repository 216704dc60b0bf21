/** A ruleset as it is written, for the documentation. */
export const RULESET_TEXT_EXAMPLE = `version: '1.0'
skip_defaults: [null, '']
tasks:
  - type: mask_table
    table: customers
    key: id
    hash_columns:
      - { column_name: email, case_transform: lower, trim: true }
    rules:
      - column: first_name
        masks: [{ type: from_file, seed_file: first_names_mixed.csv, seed_column: first_name }]
      - column: last_name
        masks: [{ type: from_file, seed_file: last_names.csv, seed_column: last_name }]
      - column: phone
        masks: [{ type: imitate, force_change: true }]
`;

/** A whole body for the documentation. */
export const RULESET_EXAMPLES = {
  customers: {
    summary: 'Names and telephone numbers of one table',
    value: { name: 'shop', mask_type: 'database', config_yaml: RULESET_TEXT_EXAMPLE },
  },
};
