import { Module } from '@nestjs/common';

import { CommunityLicense, LicenseState } from './license-state.js';

/** What the licence allows. */
@Module({
  providers: [{ provide: LicenseState, useClass: CommunityLicense }],
  exports: [LicenseState],
})
export class LicenseModule {}
