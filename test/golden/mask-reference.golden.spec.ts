import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMasks, renderMaskReference } from '../../src/engine/index.js';

it('docs/masks.md says what the masks say of themselves (npm run docs:masks writes it)', () => {
  const written = readFileSync(join(__dirname, '..', '..', 'docs', 'masks.md'), 'utf8');
  expect(written).toBe(renderMaskReference(describeMasks()));
});
