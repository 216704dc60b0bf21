import { Injectable } from '@nestjs/common';
import { BuildTable } from './build-table.js';
import { RestoreTriggers } from '../remains/restore-triggers.js';
import { RunStatement } from './run-statement.js';

/** The steps that the database carries out by itself. */
@Injectable()
export class StatementSteps {
  constructor(
    readonly run: RunStatement,
    readonly build: BuildTable,
    readonly restore: RestoreTriggers,
  ) {}
}
