const HIDDEN = '[hidden]';
const MAX_DEPTH = 8;

/** Names whose values never reach a log, whatever stands around them. */
const SECRET_NAME =
  /pass(word|wd|phrase)?$|^pwd$|secret|token|authorization|cookie|credential|^key$|api_?key|private_?key|^wallet$|config_?yaml|^yaml$|database_?url|redis_?url|connection_?string/i;

/** Does a field of this name hold something that must not be logged? */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A copy for the log in which every secret, at any depth, is replaced by a mark; cycles and long chains are cut. */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error || typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth >= MAX_DEPTH) {
    return '[deep]';
  }
  if (ArrayBuffer.isView(value)) {
    return '[bytes]';
  }
  if (Array.isArray(value)) {
    return value.map((item) => redact(item, depth + 1));
  }
  if (value instanceof Date) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isSecretName(name) ? HIDDEN : redact(part, depth + 1),
    ]),
  );
}

/** Hides the password of addresses such as `postgres://user:password@host/db` inside a text. */
export function redactUrls(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)([^\s/@:]*):[^\s@]*@/gi, '$1$2:***@');
}
