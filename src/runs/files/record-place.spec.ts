import { MaskingError } from '../../engine/index.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { inPlace, PlacedRecords } from './record-place.js';

const refuse = (): never => {
  throw new MaskingError('too_long', 'the value is too long', 'tasks[0].rules[0].masks[0]', 'mail');
};

describe('inPlace', () => {
  it('tells the row of a value that a mask cannot take', () => {
    expect(() => inPlace('Row', () => 41, refuse)).toThrow(
      new PartitionFailure(
        'too_long',
        'Row 42: the value is too long (column "mail", tasks[0].rules[0].masks[0])',
      ),
    );
  });

  it('leaves all else as it is', () => {
    expect(
      inPlace(
        'Row',
        () => 0,
        () => 'masked',
      ),
    ).toBe('masked');
    const other = new RangeError('other');
    expect(() =>
      inPlace(
        'Row',
        () => 0,
        () => {
          throw other;
        },
      ),
    ).toThrow(other);
  });
});

describe('PlacedRecords', () => {
  it('tells the record, and counts what the records count', () => {
    const records = new PlacedRecords({
      mask: (record, position) => (position === 0 ? record : refuse()),
      ...{ valuesMasked: 3, checksJson: true, stream: () => null },
    });
    expect([records.mask('{}', 0), records.valuesMasked, records.checksJson]).toEqual(['{}', 3, true]);
    expect(() => records.mask('{}', 1)).toThrow(/^Record 2: the value is too long/);
  });
});
