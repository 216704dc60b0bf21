/**
 * Loaded into the fuzzed server ahead of the program: answers with the memory that is left when all garbage has been
 * collected, which is what grows when something leaks.
 */
export interface HeapAnswer {
  readonly heapBytes: number;
}

export const HEAP_QUESTION = 'heap after collection';

process.on('message', (message) => {
  if (message === HEAP_QUESTION) {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ heapBytes: heapUsed + external } satisfies HeapAnswer);
  }
});
