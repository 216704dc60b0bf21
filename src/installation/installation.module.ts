import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Installation } from './installation.entity.js';
import { InstallationService } from './installation.service.js';

/** Global: the installation belongs to everyone. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Installation])],
  providers: [InstallationService],
  exports: [InstallationService],
})
export class InstallationModule {}
