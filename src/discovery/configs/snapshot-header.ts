import type { DiscoveryConfigSnapshot } from './discovery-config-snapshot.entity.js';

/** Minutes east of UTC, from `+HH:MM`; a plus that became a space on its way counts. Null: it is none. */
export function offsetMinutes(text: string): number | null {
  const [, sign, hours = '', minutes = ''] = /^([-+ ])(\d{2}):(\d{2})$/.exec(text) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return sign === undefined || Number(minutes) > 59 || total > 14 * 60 ? null : sign === '-' ? -total : total;
}

/**
 * Comment lines that tell where a frozen config comes from, and what became of it since. `modifiedTime`: when it was last
 * changed; null: it is no longer there.
 */
export function snapshotHeader(
  { runId, configId, configName, imports, takenTime, configModifiedTime }: DiscoveryConfigSnapshot,
  modifiedTime: Date | null,
  offset: number,
): string {
  const when = (time: Date): string => inZone(time, offset);
  const origin =
    configId === null
      ? ['Config: the built-in defaults']
      : [
          `Config: ${JSON.stringify(configName)} (${configId})`,
          ...(configModifiedTime === null ? [] : [`As changed at: ${when(configModifiedTime)}`]),
          `Since then: ${fateOf(configModifiedTime, modifiedTime, when)}`,
        ];
  const libraries = imports.map((path) => JSON.stringify(path)).join(', ');
  return [
    `Discovery config of run ${runId}, started at ${when(takenTime)}`,
    ...origin,
    ...(imports.length > 0 ? [`Libraries, written out below: ${libraries}`] : []),
  ]
    .map((line) => `# ${line}\n`)
    .join('');
}

function fateOf(before: Date | null, after: Date | null, when: (time: Date) => string): string {
  if (after === null) {
    return 'deleted';
  }
  return after.getTime() === before?.getTime() ? 'not changed' : `changed, last at ${when(after)}`;
}

function inZone(time: Date, offset: number): string {
  const shifted = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const absolute = Math.abs(offset);
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  return `${shifted}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(absolute / 60))}:${twoDigits(absolute % 60)}`;
}
