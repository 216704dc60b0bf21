import { connectionContext } from '../connections/connection-vault.js';
import { contentContext } from '../connections/files/connection-file-kinds.js';
import { sshKeyContext } from '../git/git-ssh-keys.service.js';
import { INSTANCE_SECRET_CONTEXT } from '../installation/installation.service.js';
import { mailContext } from '../mail/mail-outbox.service.js';
import { MAIL_PASSWORD_CONTEXT } from '../mail/mail-settings.service.js';
import { resumeContext } from '../runs/run-resume.js';
import { SECRET_CONTEXT as RUN_SECRET_CONTEXT } from '../runs/run-secret.js';
import { apiTokenContext } from '../users/access-tokens.service.js';

/** Opens a text with the old key and seals it with the new one. */
export type Reseal = (sealed: string, context: string) => string;

/** Where sealed texts lie in our database. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The table's key. */
  readonly key: string;
  /** The column that names whom a sealed text belongs to. */
  readonly owner: string;
  /** What the text is bound to. */
  readonly contextOf: (owner: string) => string;
  /** Sealed texts inside of the opened one. */
  readonly within?: (text: string, reseal: Reseal) => string;
}

/** All of them: a test compares the list with the columns that our migrations make. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  own('installation', 'sealed_instance_secret', () => INSTANCE_SECRET_CONTEXT),
  own('mail_setting', 'sealed_password', () => MAIL_PASSWORD_CONTEXT),
  own('outgoing_mail', 'sealed_text', mailContext),
  own('connection', 'sealed_secrets', connectionContext),
  own('connection_file', 'sealed_content', contentContext),
  own('run', 'sealed_secret', () => RUN_SECRET_CONTEXT),
  { ...own('run', 'sealed_resume', (id) => resumeContext(Number(id))), within: resealRunSecret },
  {
    ...own('git_ssh_key', 'sealed_key', (userId) => sshKeyContext(Number(userId))),
    ...{ key: 'user_id', owner: 'user_id' },
  },
  {
    ...own('access_token', 'sealed_token', (userId) => apiTokenContext(Number(userId))),
    ...{ key: 'token_hash', owner: 'user_id' },
  },
];

/** A text that belongs to its row. */
function own(table: string, column: string, contextOf: (owner: string) => string): SealedColumn {
  return { table, column, key: 'id', owner: 'id', contextOf };
}

function resealRunSecret(text: string, reseal: Reseal): string {
  const kept = JSON.parse(text) as { readonly sealedSecret: string };
  return JSON.stringify({ ...kept, sealedSecret: reseal(kept.sealedSecret, RUN_SECRET_CONTEXT) });
}
