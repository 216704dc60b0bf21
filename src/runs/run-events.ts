import { Injectable } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Observable } from 'rxjs';
import type { Subscriber } from 'rxjs';
import type { DataSource } from 'typeorm';
import { NotFoundError } from '../common/errors/domain-error.js';
import { toProgressResponse } from './dto/progress.response.js';
import { readProgress } from './run-progress.js';
import { isFinal } from './run-status.js';
import type { RunStatus } from './run-status.js';
import { Run } from './run.entity.js';

const LOOK_MS = 500;
const HEARTBEAT_MS = 15_000;

/** What a listener has been told already. */
interface Told {
  status: RunStatus | null;
  progress: string;
  at: number;
}

/** Streams how a run gets on until it is final: `status` and `progress` when they change, `heartbeat` in between. */
@Injectable()
export class RunEvents {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async stream(runId: number): Promise<Observable<MessageEvent>> {
    if ((await this.statusOf(runId)) === null) {
      throw new NotFoundError();
    }
    return new Observable<MessageEvent>((listener) => this.follow(runId, listener));
  }

  /** Returns what ends it when the listener goes away. */
  private follow(runId: number, listener: Subscriber<MessageEvent>): () => void {
    const told: Told = { status: null, progress: '', at: Date.now() };
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      this.tell(runId, listener, told).then(
        () => {
          if (!listener.closed) {
            timer = setTimeout(look, LOOK_MS);
          }
        },
        (error: unknown) => listener.error(error),
      );
    };
    look();
    return () => clearTimeout(timer);
  }

  private async tell(runId: number, listener: Subscriber<MessageEvent>, told: Told): Promise<void> {
    // The status first: progress read after a final status is the last one.
    const status = await this.statusOf(runId);
    const progress = toProgressResponse(await readProgress(this.dataSource.manager, runId));
    const text = JSON.stringify(progress);
    if (text !== told.progress) {
      told.progress = text;
      this.send(listener, told, { type: 'progress', data: progress });
    }
    if (status !== null && status !== told.status) {
      told.status = status;
      this.send(listener, told, { type: 'status', data: { id: runId, status } });
    }
    if (status === null || isFinal(status)) {
      listener.complete();
    } else if (Date.now() - told.at > HEARTBEAT_MS) {
      this.send(listener, told, { type: 'heartbeat', data: {} });
    }
  }

  private send(listener: Subscriber<MessageEvent>, told: Told, event: MessageEvent): void {
    told.at = Date.now();
    listener.next(event);
  }

  private async statusOf(runId: number): Promise<RunStatus | null> {
    const run = await this.dataSource.manager.findOne(Run, {
      where: { id: runId },
      select: { id: true, status: true },
    });
    return run?.status ?? null;
  }
}
