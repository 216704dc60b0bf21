import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '../common/logging/logger.js';
import { CONFIG, type Config } from '../config/config.js';
import { InstallationService } from '../installation/installation.service.js';
import { LicenseReports } from '../license/license-report.js';
import { MailSettingsService } from '../mail/mail-settings.service.js';
import { JobQueue } from '../queue/job-queue.js';
import { WorkerHeartbeats } from './worker-heartbeats.js';
import type { HealthResponse, InstallationInfoResponse } from './dto/health.responses.js';

/** What outsiders may know about the state of the service. */
@Injectable()
export class HealthService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queue: JobQueue,
    private readonly heartbeats: WorkerHeartbeats,
    private readonly installation: InstallationService,
    private readonly license: LicenseReports,
    private readonly mail: MailSettingsService,
    private readonly logger: Logger,
  ) {}

  async health(): Promise<HealthResponse> {
    const { isExpired, daysLeft, breaches } = await this.license.report();
    const { alive, lastSeenS } = await this.heartbeats.seen();
    const queue = await this.askQueue();
    return {
      worker_running: queue.workersAlive && alive > 0,
      workers_alive: alive,
      worker_last_seen_s: lastSeenS,
      queue_depth: queue.depth,
      license_expired: isExpired,
      license_renewal_in_days: daysLeft,
      license_limit_breach: Object.fromEntries(
        breaches.map(({ breachType, message, createdTime }) => [
          breachType,
          { breach_type: breachType, message, created_date: createdTime.toISOString() },
        ]),
      ),
    };
  }

  async installationInfo(): Promise<InstallationInfoResponse> {
    return {
      is_aws_marketplace: this.config.licenseMode === 'marketplace',
      installed: await this.installation.isInstalled(),
      is_smtp_configured: await this.mail.isConfigured(),
      is_saml_sso_configured: false,
    };
  }

  /** A queue that cannot be asked brings no jobs to workers either. */
  private async askQueue(): Promise<{ workersAlive: boolean; depth: number | null }> {
    try {
      return { workersAlive: await this.queue.workersAlive(), depth: await this.queue.depth() };
    } catch (error) {
      this.logger.warn('The queue cannot be asked for workers', { err: error });
      return { workersAlive: false, depth: null };
    }
  }
}
