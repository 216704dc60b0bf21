import { Module } from '@nestjs/common';
import { InFlightDocsController } from './in-flight-docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiService } from './openapi.service.js';

/** The API's own description, as a document and as a page. */
@Module({ controllers: [OpenApiController, InFlightDocsController], providers: [OpenApiService] })
export class OpenApiModule {}
