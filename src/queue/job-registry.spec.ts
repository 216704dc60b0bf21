import { JOB_LANES, type JobName } from './job-payloads.js';
import { JobRegistry, JobRegistryError } from './job-registry.js';

const NAMES = Object.keys(JOB_LANES) as JobName[];
const nothing = (): Promise<void> => Promise.resolve();

describe('JobRegistry', () => {
  it('accepts exactly one handler per job', () => {
    const registry = new JobRegistry();
    NAMES.forEach((name) => {
      registry.register(name, nothing);
    });
    expect(() => {
      registry.assertComplete();
    }).not.toThrow();
    expect(() => {
      registry.register('advance-run', nothing);
    }).toThrow('Job advance-run has two handlers.');
  });

  it('names every job without a handler', () => {
    const registry = new JobRegistry();
    const [missing, other, ...handled] = NAMES;
    handled.forEach((name) => {
      registry.register(name, nothing);
    });
    expect(() => {
      registry.assertComplete();
    }).toThrow(new JobRegistryError(`Jobs without a handler: ${missing}, ${other}.`));
  });

  it('refuses a job that no lane knows', () => {
    expect(() => {
      new JobRegistry().register('dance' as JobName, nothing);
    }).toThrow('Job dance is not in JOB_LANES.');
  });
});
