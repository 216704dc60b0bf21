import { SizedCache } from './sized-cache.js';

describe('SizedCache', () => {
  it('drops what was not asked for longest when there are too many', () => {
    const cache = new SizedCache<number>({ maxEntries: 2, maxSize: 100 });
    cache.set('a', 1, 1);
    cache.set('b', 2, 1);
    cache.get('a');
    cache.set('c', 3, 1);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('drops as many as the sizes want, and keeps nothing larger than itself', () => {
    const cache = new SizedCache<number>({ maxEntries: 100, maxSize: 10 });
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    cache.set('a', 3, 8);
    expect([cache.get('a'), cache.get('b')]).toEqual([3, undefined]);
    cache.set('c', 4, 11);
    expect([cache.get('a'), cache.get('c')]).toEqual([3, undefined]);
    cache.clear();
    cache.set('d', 5, 10);
    expect(cache.get('d')).toBe(5);
  });
});
