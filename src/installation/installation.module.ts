import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HostCheck } from './host-check.js';
import { Installation } from './installation.entity.js';
import { InstallationService } from './installation.service.js';

/** Global: the installation belongs to everyone. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Installation])],
  providers: [InstallationService, HostCheck],
  exports: [InstallationService, HostCheck],
})
export class InstallationModule {}
