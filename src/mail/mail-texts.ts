/** What a mail says. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** How a run ended, for whoever wished to know. */
export interface RunResult {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly rulesetName: string;
  readonly connectionName: string;
  /** One sentence with the counts. */
  readonly summary: string;
}

/** Columns that a discovery has flagged for the first time, and that no ruleset masks. */
export interface UncoveredColumns {
  readonly connectionName: string;
  readonly runId: number;
  /** `schema.table.column`. */
  readonly columns: readonly string[];
}

/** More would be a report; that is what the service itself is for. */
const MAX_COLUMNS = 100;
const MAX_NAME = 100;

/** `isNew`: the account was made just now. */
export function temporaryPasswordMail(user: {
  username: string;
  password: string;
  isNew: boolean;
}): MailText {
  const why = user.isNew
    ? 'An account of the masking service has been made for you.'
    : 'An administrator has reset your password of the masking service.';
  return {
    subject: user.isNew ? 'Your account of the masking service' : 'Your password has been reset',
    text: lines(
      why,
      '',
      `Username: ${user.username}`,
      `Temporary password: ${user.password}`,
      '',
      'Please log in and replace this password by one of your own.',
    ),
  };
}

export function runResultMail(run: RunResult): MailText {
  const status = run.status.replaceAll('_', ' ');
  return {
    subject: oneLine(`Run ${run.id} "${shortened(run.name)}" ${status}`),
    text: lines(
      `Run ${run.id} "${oneLine(run.name)}" ${status}.`,
      '',
      `Ruleset: ${run.rulesetName}`,
      `Connection: ${run.connectionName}`,
      run.summary,
      '',
      'You receive this mail because whoever started the run asked for it.',
    ),
  };
}

export function uncoveredColumnsMail({ connectionName, runId, columns }: UncoveredColumns): MailText {
  const more = columns.length - MAX_COLUMNS;
  return {
    subject: oneLine(`${columns.length} new sensitive columns on "${shortened(connectionName)}"`),
    text: lines(
      `Discovery run ${runId} has flagged columns on "${oneLine(connectionName)}" that no ruleset masks:`,
      '',
      ...columns.slice(0, MAX_COLUMNS).map((column) => `- ${oneLine(column)}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      'You receive this mail because you subscribed to updates of schema discovery.',
    ),
  };
}

export function testMail(): MailText {
  return {
    subject: 'Test mail of the masking service',
    text: lines('The mail server of the masking service is set up correctly.'),
  };
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}

/** Names come from users: a line break must not begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
