import { offsetMinutes, snapshotHeader } from './snapshot-header.js';

const SNAPSHOT = {
  runId: 7,
  configId: '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10',
  configName: 'boats\n',
  configYaml: '',
  imports: ['sea/harbour'],
  takenTime: new Date('2026-11-28T23:30:00Z'),
  configModifiedTime: new Date('2026-11-01T00:00:00Z'),
};

describe('snapshotHeader', () => {
  it('tells the origin in the zone that is asked for, on one line each', () => {
    expect(snapshotHeader(SNAPSHOT, SNAPSHOT.configModifiedTime, 60)).toBe(
      `# Discovery config of run 7, started at 2026-11-29T00:30:00+01:00
# Config: "boats\\n" (0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10)
# As changed at: 2026-11-01T01:00:00+01:00
# Since then: not changed
# Libraries, written out below: "sea/harbour"
`,
    );
  });

  it('tells later changes, and that the config is gone', () => {
    expect(snapshotHeader(SNAPSHOT, new Date('2026-11-29T12:00:00Z'), 0)).toContain(
      '# Since then: changed, last at 2026-11-29T12:00:00+00:00',
    );
    expect(snapshotHeader(SNAPSHOT, null, 0)).toContain('# Since then: deleted');
    expect(snapshotHeader({ ...SNAPSHOT, configId: null }, null, 0)).toContain(
      '# Config: the built-in defaults',
    );
  });
});

describe('offsetMinutes', () => {
  it.each([
    ['+00:00', 0],
    ['+05:45', 345],
    [' 02:00', 120],
    ['-08:00', -480],
    ['+15:00', null],
    ['+01:60', null],
    ['Europe/Berlin', null],
    ['', null],
  ])('%j', (text, minutes) => {
    expect(offsetMinutes(text)).toBe(minutes);
  });
});
