import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { UnavailableError } from '../common/errors/domain-error.js';
import { inFlightDocument } from './in-flight-document.js';

/** Keeps the API's description: made at the first question, because starting need not wait for it. */
@Injectable()
export class OpenApiService {
  private build: (() => OpenAPIObject) | null = null;
  private built: OpenAPIObject | null = null;
  private partForInFlight: OpenAPIObject | null = null;

  /** Told once, when the application is made. */
  provide(build: () => OpenAPIObject): void {
    this.build = build;
  }

  /** The part for in-flight masking. */
  inFlight(): OpenAPIObject {
    this.partForInFlight ??= inFlightDocument(this.document());
    return this.partForInFlight;
  }

  document(): OpenAPIObject {
    this.built ??= this.build?.() ?? null;
    if (this.built === null) {
      throw new UnavailableError('The description of the API is not available.');
    }
    return this.built;
  }
}
