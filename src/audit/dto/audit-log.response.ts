import { ApiProperty } from '@nestjs/swagger';
import type { AuditLog } from '../audit-log.entity.js';
import {
  AUDIT_ACTIONS,
  AUDIT_CATEGORIES,
  type AuditAction,
  type AuditCategory,
} from '../audit-vocabulary.js';

/** One entry of the audit log. */
export class AuditLogResponse {
  @ApiProperty({ example: 42 })
  id: number;

  @ApiProperty({ description: 'When it happened.', example: '2026-05-04T09:30:00.000Z' })
  timestamp: string;

  @ApiProperty({ description: 'Who caused it.', example: 'rosalind' })
  username: string;

  @ApiProperty({ description: 'What it concerns.', enum: AUDIT_CATEGORIES, example: 'ruleset' })
  category: AuditCategory;

  @ApiProperty({ description: 'What was done.', enum: AUDIT_ACTIONS, example: 'modified' })
  action: AuditAction;

  @ApiProperty({ description: 'The same in one sentence.', example: 'Changed ruleset customers' })
  description: string;
}

/** What of an entry is shown: all of it. */
export const SHOWN_OF_ENTRIES = [
  ...(['id', 'timestamp', 'username', 'category', 'action', 'description'] as const),
] as const satisfies readonly (keyof AuditLog)[];

export function toAuditLogResponse(entry: AuditLog): AuditLogResponse {
  return {
    id: Number(entry.id),
    timestamp: entry.timestamp.toISOString(),
    username: entry.username,
    category: entry.category,
    action: entry.action,
    description: entry.description,
  };
}
