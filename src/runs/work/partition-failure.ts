import { AiEngineError } from '../../adapters/ai-engine/index.js';
import { DatabaseError } from '../../adapters/databases/index.js';
import { FormatError } from '../../adapters/formats/index.js';
import { StorageError } from '../../adapters/storage/index.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { MaskingError } from '../../engine/index.js';

/** A partition cannot be finished, for a reason that the user is told. */
export class PartitionFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'PartitionFailure';
  }
}

/** What the ledger and the log say of a failure; null: not foreseen, so nothing of it may be shown. */
export function toldFailure(error: unknown): { readonly code: string; readonly message: string } | null {
  if (error instanceof PartitionFailure || error instanceof DatabaseError) {
    const state = error instanceof DatabaseError && error.engineCode !== null ? ` (${error.engineCode})` : '';
    return { code: error.code, message: `${error.message}${state}` };
  }
  if (error instanceof FormatError) {
    return { code: error.fault, message: error.message };
  }
  if (error instanceof AiEngineError) {
    return { code: toldCode(error), message: error.message };
  }
  if (error instanceof StorageError || error instanceof MaskingError || error instanceof DomainError) {
    return { code: error.code, message: error.message };
  }
  return null;
}

/** The AI engine shares some codes with databases, which it must not be taken for. */
export function toldCode(error: DatabaseError | StorageError | AiEngineError): string {
  return error instanceof AiEngineError ? `ai_engine_${error.code}` : error.code;
}
