import type { ApiClient } from '../api-client.js';
import { uniqueName } from '../unique-name.js';
import type { WireBody } from './connection.builder.js';

/** Overwrites one column of one table. */
export const VALID_RULESET = `version: "1.0"
tasks:
  - type: mask_table
    table: customers
    key: id
    rules:
      - column: email
        masks:
          - type: from_fixed
            value: hidden@example.com
`;

/** Its only fault is the task type on line 3. */
export const INVALID_RULESET = `version: "1.0"
tasks:
  - type: mask_tabel
    table: customers
`;

/** A request for a valid database ruleset. */
export function rulesetBody(changes: WireBody = {}): WireBody {
  return { name: uniqueName('ruleset'), config_yaml: VALID_RULESET, mask_type: 'database', ...changes };
}

/** Creates a ruleset and gives its id. */
export async function createRuleset(client: ApiClient, body: WireBody = rulesetBody()): Promise<string> {
  const response = await client.post('/api/rulesets/', body).expect(201);
  return (response.body as { id: string }).id;
}
