import type { MigrationInterface } from 'typeorm';
import { CreateUsers1795737600001 } from './1795737600001-create-users.js';
import { CreateConnections1795737600002 } from './1795737600002-create-connections.js';
import { CreateRulesets1795737600003 } from './1795737600003-create-rulesets.js';
import { CreateRuns1795737600004 } from './1795737600004-create-runs.js';
import { CountRulesetChecks1795737600005 } from './1795737600005-count-ruleset-checks.js';
import { CompareTables1795737600006 } from './1795737600006-compare-tables.js';
import { RewriteKeys1795824000020 } from './1795824000020-rewrite-keys.js';
import { NoteRunObjects1795824000030 } from './1795824000030-note-run-objects.js';
import { CreateIfmPlans1795824000050 } from './1795824000050-create-ifm-plans.js';
import { CreateRefreshTokens1795824000051 } from './1795824000051-create-refresh-tokens.js';
import { CreateRulesetLibraries1795824000070 } from './1795824000070-create-ruleset-libraries.js';
import { CreateUploads1795824000071 } from './1795824000071-create-uploads.js';
import { CreateGit1795824000090 } from './1795824000090-create-git.js';
import { CreateSettings1795824000072 } from './1795824000072-create-settings.js';
import { CreateLicenses1795824000073 } from './1795824000073-create-licenses.js';
import { CreateDiscoveries1795824000100 } from './1795824000100-create-discoveries.js';
import { DealColumns1795824000140 } from './1795824000140-deal-columns.js';
import { ResumeRuns1795824000141 } from './1795824000141-resume-runs.js';
import { CreateGenerations1795824000120 } from './1795824000120-create-generations.js';
import { NoteDiscoveries1795824000101 } from './1795824000101-note-discoveries.js';
import { CreateMail1795824000160 } from './1795824000160-create-mail.js';
import { ProtectAuditLog1795824000161 } from './1795824000161-protect-audit-log.js';
import { CreateWorkerHeartbeats1795824000162 } from './1795824000162-create-worker-heartbeats.js';
import { MaskFiles1795824000185 } from './1795824000185-mask-files.js';
import { NoteLeftParts1795824000240 } from './1795824000240-note-left-parts.js';
import { DiscoverFiles1795824000250 } from './1795824000250-discover-files.js';
import { OrderDiscoveredFiles1795824000270 } from './1795824000270-order-discovered-files.js';
import { RepairChangedMigrations1795824000271 } from './1795824000271-repair-changed-migrations.js';
import { CreatePrivacyReports1795824000330 } from './1795824000330-create-privacy-reports.js';
import { CreateDiscoveryConfigs1795824000230 } from './1795824000230-create-discovery-configs.js';
import { CountClaims1795824000900 } from './1795824000900-count-claims.js';
import { CountColumns1795824000950 } from './1795824000950-count-columns.js';
import { ManageIndexes1795824000951 } from './1795824000951-manage-indexes.js';
import { TraceRuns1795824000980 } from './1795824000980-trace-runs.js';
import { IndexLongPaths1795824000920 } from './1795824000920-index-long-paths.js';
import { CountRefusals1795824000952 } from './1795824000952-count-refusals.js';
import { NameSecrets1795824000960 } from './1795824000960-name-secrets.js';
import { CreateTableReferences1795824000310 } from './1795824000310-create-table-references.js';

/** All migrations, oldest first: a new one is one line here. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateUsers1795737600001,
  CreateConnections1795737600002,
  CreateRulesets1795737600003,
  CreateRuns1795737600004,
  CountRulesetChecks1795737600005,
  CompareTables1795737600006,
  RewriteKeys1795824000020,
  NoteRunObjects1795824000030,
  CreateIfmPlans1795824000050,
  CreateRefreshTokens1795824000051,
  CreateRulesetLibraries1795824000070,
  CreateUploads1795824000071,
  CreateGit1795824000090,
  CreateSettings1795824000072,
  CreateLicenses1795824000073,
  CreateDiscoveries1795824000100,
  DealColumns1795824000140,
  ResumeRuns1795824000141,
  CreateGenerations1795824000120,
  NoteDiscoveries1795824000101,
  CreateMail1795824000160,
  ProtectAuditLog1795824000161,
  CreateWorkerHeartbeats1795824000162,
  MaskFiles1795824000185,
  NoteLeftParts1795824000240,
  DiscoverFiles1795824000250,
  CreateDiscoveryConfigs1795824000230,
  OrderDiscoveredFiles1795824000270,
  RepairChangedMigrations1795824000271,
  CreateTableReferences1795824000310,
  CreatePrivacyReports1795824000330,
  CountClaims1795824000900,
  CountColumns1795824000950,
  ManageIndexes1795824000951,
  TraceRuns1795824000980,
  IndexLongPaths1795824000920,
  CountRefusals1795824000952,
  NameSecrets1795824000960,
];
