/** What both kinds of databases mask side by side, below `parallel`. `rowAddress`: the key of tables without one. */
export function commonTasks(rowAddress: string): string {
  return `      - type: run_sql
        sql: UPDATE counted SET n = n + 1
      - type: truncate_table
        table: bin
      - type: mask_table
        table: owners
        key: id
        joins:
          - {target_table: words, target_key: n, source_table: owners, source_key: id, outer: true}
        rules:
          - column: code
            masks: [{type: imitate_unique}]
          - column: name
            masks: [{type: secure_shuffle}]
          - column: word
            masks: [{type: from_column, source_column: words.word}]
      - type: mask_table
        table: keyless
        key: ${rowAddress}
        hash_columns: [id]
        rules:
          - column: name
            masks: [{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: '!'}]}]
auto_manage_triggers: true
`;
}
