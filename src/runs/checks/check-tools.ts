import { Injectable } from '@nestjs/common';
import { InstallationService } from '../../installation/installation.service.js';
import { DiscoveryWorker } from '../work/discovery-worker.js';
import { RunMasking } from '../work/run-masking.js';

/** What the check of a run asks besides the target. */
@Injectable()
export class CheckTools {
  constructor(
    readonly masking: RunMasking,
    readonly installation: InstallationService,
    readonly discovery: DiscoveryWorker,
  ) {}
}
