import { SEALED_COLUMNS } from './sealed-columns.js';

describe('what a failed run needs to go on', () => {
  it('holds a sealed secret inside, which is sealed again too', () => {
    const resume = SEALED_COLUMNS.find(({ column }) => column === 'sealed_resume');
    const text = JSON.stringify({ sealedSecret: 'by the old key', places: [{ id: 1 }] });
    const seen: string[] = [];
    const resealed = resume?.within?.(text, (sealed, context) => {
      seen.push(sealed, context);
      return 'by the new key';
    });
    expect(JSON.parse(resealed ?? '')).toEqual({ sealedSecret: 'by the new key', places: [{ id: 1 }] });
    expect(seen).toEqual(['by the old key', 'run:secret']);
  });
});
