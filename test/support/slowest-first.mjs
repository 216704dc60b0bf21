import { statSync } from 'node:fs';

/** Suites that take long begin first, so that none is left running alone at the end. */
const SLOW = [
  /crash/,
  /broken-ledger/,
  /even-draws/,
  /embedded-postgres/,
  /job-queue/,
  /git\.e2e/,
  /unique\.golden/,
  /hostile-input/,
  /runs-/,
  /\.adapter-spec/,
  /\.e2e-spec/,
];

/** The order of test files; what is not named goes by size. */
export default class SlowestFirst {
  sort(tests) {
    const known = [...tests].map((test) => ({
      test,
      rank: rankOf(test.path),
      size: statSync(test.path).size,
    }));
    return known.sort((one, other) => one.rank - other.rank || other.size - one.size).map(({ test }) => test);
  }

  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** Nothing is kept from run to run. */
  allFailedTests(tests) {
    return [...tests];
  }

  cacheResults() {
    return undefined;
  }
}

function rankOf(path) {
  const rank = SLOW.findIndex((slow) => slow.test(path));
  return rank === -1 ? SLOW.length : rank;
}
