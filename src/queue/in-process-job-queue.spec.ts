import { Logger } from '../common/logging/logger.js';
import type { ToWorker } from './in-process/messages.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import type { WorkerLink } from './in-process-job-queue.js';
import { laneSlots, MAX_LOST_WORKERS } from './job-limits.js';

describe('a job whose workers are lost one after the other', () => {
  it('is put aside with a warning, and may come again', async () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const logger = Logger.create({ level: 'info', format: 'json' }, { write });
    const queue = new InProcessJobQueue(laneSlots(1), logger);
    const sent: ToWorker[] = [];
    const attach = (): WorkerLink => {
      const link = { workerId: 'worker', send: (message: ToWorker): void => void sent.push(message) };
      queue.attach(link);
      return link;
    };
    await queue.enqueue('work-partition', { partitionId: 7 }, { jobId: 'x' });
    for (let life = 0; life < MAX_LOST_WORKERS; life += 1) {
      queue.detach(attach());
    }
    attach();
    expect(sent).toHaveLength(MAX_LOST_WORKERS);
    expect(lines).toMatchObject([
      { level: 'warn', job: 'work-partition', payload: { partitionId: 7 }, lostWorkers: MAX_LOST_WORKERS },
    ]);
    expect(lines[0]?.msg).toContain('found again within a minute');
    await queue.enqueue('work-partition', { partitionId: 7 }, { jobId: 'x' });
    expect(sent).toHaveLength(MAX_LOST_WORKERS + 1);
  });
});
