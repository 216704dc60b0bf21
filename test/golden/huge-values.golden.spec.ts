/**
 * Long texts of many kinds under every mask: what takes more than linear time takes minutes here. `npm run bench -- huge`
 * does the same with ten million characters.
 */
import { compiled, MASKS, textOf, timed, UNITS } from '../../bench/huge/masks.js';

const LENGTH = 60_000;
const LONGEST_MS = 2000;

it.each(Object.entries(MASKS))('%s takes long texts of any kind in little time', (_, yaml) => {
  const mask = compiled(yaml);
  const slow = Object.entries(UNITS).flatMap(([kind, unit]) => {
    const { ms } = timed(mask, textOf(unit, LENGTH));
    return ms > LONGEST_MS ? [`${kind}: ${ms.toFixed(0)} ms`] : [];
  });
  expect(slow).toEqual([]);
});
