import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { HttpMetrics } from './http-metrics.js';
import { LedgerMetricsService } from './ledger-metrics.service.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsRegistry } from './metrics-registry.js';

/** What operators watch: one page of figures for Prometheus. */
@Module({
  imports: [HealthModule],
  controllers: [MetricsController],
  providers: [MetricsRegistry, HttpMetrics, LedgerMetricsService],
})
export class MetricsModule {}
