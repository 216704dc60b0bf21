import { Module, type DynamicModule } from '@nestjs/common';
import { SecretBox } from '../common/crypto/secret-box.js';
import { CONFIG, type Config } from './config.js';

/** Gives every module the frozen `Config` and the box that seals secrets with its key. */
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: SecretBox, useFactory: () => new SecretBox(keyOf(config)) },
      ],
      exports: [CONFIG, SecretBox],
    };
  }
}

function keyOf(config: Config): Buffer {
  if (config.secretKey === null) {
    throw new Error('The secret key was not resolved before the application was made.');
  }
  return config.secretKey;
}
