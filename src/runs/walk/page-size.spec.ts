import { PageSize } from './page-size.js';

describe('PageSize', () => {
  it('starts small and then reads whole batches of narrow rows', () => {
    const size = new PageSize(1000);
    expect(size.rows).toBe(100);
    size.learn([['1', 'Ann', null]]);
    expect(size.rows).toBe(1000);
  });

  it('reads few wide rows, at least one', () => {
    const size = new PageSize(1000);
    size.learn([['1', 'x'.repeat(128 * 1024)]]);
    expect(size.rows).toBe(3);
    size.learn([['1', 'x'.repeat(20 * 1024 * 1024)]]);
    expect(size.rows).toBe(1);
  });

  it('never reads more than the batch size', () => {
    const size = new PageSize(10);
    expect(size.rows).toBe(10);
    size.learn([['1']]);
    expect(size.rows).toBe(10);
  });
});
