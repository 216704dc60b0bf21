import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { EntityManager } from 'typeorm';

import { Logger } from '../common/logging/logger.js';
import { CONFIG, type Config } from '../config/config.js';
import { databaseUrl } from './data-source.js';

/** What others may have changed: a topic and the name of the thing. Plan sources are what any plan may draw from. */
export type ChangeTopic = 'ifm-plan' | 'plan-source' | 'user';

/** Told about changes of one topic. */
export interface ChangeListener {
  /** The thing was changed, here or by another process. */
  changed(name: string): void;
  /** News may have been missed: whatever is remembered may be old. */
  missed(): void;
}

const CHANNEL = 'vizard_changes';
/** A proof of this age is renewed in passing … */
const RENEW_MS = 250;
/** … and at this age it no longer counts. Well below the second within which all processes see a change. */
const PROOF_MS = 700;
const ANSWER_MS = 2_000;

/**
 * Tells every process what changed, so that each may remember things instead of asking the database each time.
 * Changes are announced inside the transaction that makes them: nobody hears of what is not committed, and whatever is
 * committed is heard of. A memory counts only while the connection that hears is known to live.
 */
@Injectable()
export class ChangeFeed implements OnApplicationShutdown {
  private readonly listeners = new Map<ChangeTopic, ChangeListener[]>();
  private client: pg.Client | null = null;
  private proving: Promise<boolean> | null = null;
  private provenAt = Number.NEGATIVE_INFINITY;
  private isClosed = false;
  private heardProbe = '';

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Announces a change; it is heard when the transaction commits. */
  async announce(manager: EntityManager, topic: ChangeTopic, name: string): Promise<void> {
    await manager.query('SELECT pg_notify($1, $2)', [CHANNEL, `${topic}:${name}`]);
  }

  /** For the life of the process. */
  listen(topic: ChangeTopic, listener: ChangeListener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Have all changes been heard that were committed up to a moment ago? Costs nothing when asked often. */
  isCurrent(): boolean {
    const age = performance.now() - this.provenAt;
    if (age > RENEW_MS) {
      void this.prove();
    }
    return age <= PROOF_MS;
  }

  /** Finds out; false: the database does not answer, so that nothing remembered may be used. */
  prove(): Promise<boolean> {
    this.proving ??= this.ask().finally(() => {
      this.proving = null;
    });
    return this.proving;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await this.proving;
    await this.client?.end().catch(() => undefined);
    this.client = null;
  }

  /** What was announced before the question reaches us before the answer. */
  private async ask(): Promise<boolean> {
    const askedAt = performance.now();
    try {
      this.client ??= await this.connect();
      await this.client.query('SELECT 1');
      this.provenAt = askedAt;
      return true;
    } catch (err) {
      this.drop(this.client);
      if (!this.isClosed) {
        this.logger.warn('Changes made by other processes are not heard at present', { err });
      }
      return false;
    }
  }

  private async connect(): Promise<pg.Client> {
    if (this.isClosed) {
      throw new Error('The application is stopping.');
    }
    const client = new pg.Client({
      ...{ connectionString: databaseUrl(this.config), application_name: 'vizard changes' },
      ...{ keepAlive: true, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
    });
    client.on('notification', ({ payload = '' }) => {
      this.hear(payload);
    });
    client.on('error', () => {
      this.drop(client);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      await this.probe(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.missed();
    return client;
  }

  /** A pooler between us and the database may give each statement another session, and then nothing is heard. */
  private async probe(client: pg.Client): Promise<void> {
    const probe = randomUUID();
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, probe]);
    await client.query('SELECT 1');
    if (this.heardProbe !== probe) {
      throw new Error('Notifications of the database do not arrive: does a pooler change sessions?');
    }
  }

  private hear(payload: string): void {
    const [topic, ...name] = payload.split(':');
    const listeners = this.listeners.get(topic as ChangeTopic);
    if (listeners === undefined) {
      this.heardProbe = payload;
      return;
    }
    for (const listener of listeners) {
      listener.changed(name.join(':'));
    }
  }

  private drop(client: pg.Client | null): void {
    if (client !== null && client === this.client) {
      this.client = null;
      this.provenAt = Number.NEGATIVE_INFINITY;
      void client.end().catch(() => undefined);
    }
  }

  private missed(): void {
    for (const listener of [...this.listeners.values()].flat()) {
      listener.missed();
    }
  }
}
