import { Kysely, PostgresDialect, type Transaction, type QueryExecutorProvider } from 'kysely';
import pg from 'pg';
import { createPreparingPool } from './preparing-pool.js';
import type { AgentStepTable } from './tables/agent-step.table.js';
import type { ApiKeyTable } from './tables/api-key.table.js';
import type { ExecutionTable, ExecutionTextTable } from './tables/execution.table.js';
import type {
  CompactionTable,
  ContextManifestTable,
  GeneratedTextTable,
  ModelCallTable,
  StreamChunkTable,
  ToolCallTable,
  TraceMessageTable,
} from './tables/call.table.js';
import type { BudgetReservationTable, BudgetTable } from './tables/budget.table.js';
import type { AuditEntryTable } from './tables/audit.table.js';
import type { ArtifactTable } from './tables/artifact.table.js';
import type {
  ConversationMessageTable,
  ConversationTable,
  RequestKeyTable,
  StoredTextTable,
  ThreadMessageView,
  TurnTable,
} from './tables/conversation.table.js';
import type { FlowTable, FlowVersionTable } from './tables/flow.table.js';
import type { BranchTable } from './tables/branch.table.js';
import type {
  ApprovalTable,
  ApprovalVoteTable,
  LoopItemTable,
  NodeOutputTable,
  NodeResultView,
} from './tables/node.table.js';
import type { GivenItemTable, GivenMetadataTable } from './tables/given.table.js';
import type { LearnedModelFactTable } from './tables/learned-model-fact.table.js';
import type { ModelOutageTable } from './tables/model-outage.table.js';
import type { ProviderPaceTable } from './tables/provider-pace.table.js';
import type { MemoryTable } from './tables/memory.table.js';
import type { EmbeddingProgressTable, PassageEmbeddingTable, PassageTable } from './tables/passage.table.js';
import type { RetentionRuleTable, RetentionRunTable } from './tables/retention.table.js';
import type { SharedLinkTable } from './tables/shared-link.table.js';
import type { AttachmentTable, UploadTable } from './tables/upload.table.js';
import type { WorkerSettingTable } from './tables/worker-setting.table.js';
import type { WorkerTable } from './tables/worker.table.js';
import type { StandingStatementTable } from './tables/standing.table.js';
import type { SummaryFactTable, SummaryTable } from './tables/summary.table.js';
import type {
  PortraitTable,
  TrajectoryAgentTable,
  TrajectoryEdgeTable,
  TrajectoryNodeTable,
} from './tables/trajectory.table.js';
import { metrics, type Sample } from '../telemetry/metrics/metric-registry.js';
import { readWaiting } from './health/read-waiting.js';

export interface DatabaseSchema {
  flow: FlowTable;
  flow_version: FlowVersionTable;
  conversation: ConversationTable;
  turn: TurnTable;
  branch: BranchTable;
  conversation_message: ConversationMessageTable;
  thread_message: ThreadMessageView;
  stored_text: StoredTextTable;
  request_key: RequestKeyTable;
  shared_link: SharedLinkTable;
  given_item: GivenItemTable;
  given_metadata: GivenMetadataTable;
  upload: UploadTable;
  attachment: AttachmentTable;
  summary: SummaryTable;
  summary_fact: SummaryFactTable;
  standing_statement: StandingStatementTable;
  passage: PassageTable;
  passage_embedding: PassageEmbeddingTable;
  embedding_progress: EmbeddingProgressTable;
  execution: ExecutionTable;
  node_output: NodeOutputTable;
  node_result: NodeResultView;
  loop_item: LoopItemTable;
  approval: ApprovalTable;
  approval_vote: ApprovalVoteTable;
  memory: MemoryTable;
  agent_step: AgentStepTable;
  model_call: ModelCallTable;
  context_manifest: ContextManifestTable;
  tool_call: ToolCallTable;
  trace_message: TraceMessageTable;
  stream_chunk: StreamChunkTable;
  generated_text: GeneratedTextTable;
  artifact: ArtifactTable;
  compaction: CompactionTable;
  execution_text: ExecutionTextTable;
  budget: BudgetTable;
  budget_reservation: BudgetReservationTable;
  trajectory_agent: TrajectoryAgentTable;
  trajectory_node: TrajectoryNodeTable;
  trajectory_edge: TrajectoryEdgeTable;
  portrait: PortraitTable;
  audit_entry: AuditEntryTable;
  api_key: ApiKeyTable;
  retention_rule: RetentionRuleTable;
  retention_run: RetentionRunTable;
  worker: WorkerTable;
  worker_setting: WorkerSettingTable;
  learned_model_fact: LearnedModelFactTable;
  model_outage: ModelOutageTable;
  provider_pace: ProviderPaceTable;
}

export type Database = Kysely<DatabaseSchema>;
export type DatabaseTransaction = Transaction<DatabaseSchema>;

export const CONNECTIONS = 10;

interface OpenDatabaseOptions {
  url: string;
  maxConnections?: number | undefined;
  /** Ignored behind a connection pooler. */
  statementTimeoutMs?: number;
  applicationName?: string;
  onIdleError?: (error: Error) => void;
}

export function openDatabase(options: OpenDatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? CONNECTIONS,
    application_name: options.applicationName ?? 'threadline',
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // A pool listens for errors only on idle connections. Without this listener, an error on a busy one would
  // end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = createPreparingPool(pool, options);
  const name = options.applicationName ?? 'threadline';
  const stop = collectMetrics(() => db, { pool, name, max: options.maxConnections ?? CONNECTIONS });
  const end = (): Promise<void> => {
    stop();
    return preparing.end();
  };
  const db: Database = new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({ pool: { ...preparing, end } }),
  });
  return db;
}

const INT8_OID = 20;

/** Reads `bigint` as a number, because row ids and token sums stay below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8_OID) return Number;
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}

function collectMetrics(
  db: () => QueryExecutorProvider,
  { pool, name, max }: { pool: pg.Pool; name: string; max: number },
): () => void {
  const stops = [
    metrics.collect(() => readPool(pool, { name, max })),
    metrics.collect(() => readWaiting(db())),
  ];
  return () => stops.forEach((stop) => stop());
}

function readPool(pool: pg.Pool, { name, max }: { name: string; max: number }): Sample[] {
  const { totalCount, idleCount, waitingCount } = pool;
  const of = { pool: name };
  return [
    {
      name: 'threadline_pool_connections',
      labels: { ...of, state: 'used' },
      value: totalCount - idleCount,
    },
    { name: 'threadline_pool_connections', labels: { ...of, state: 'idle' }, value: idleCount },
    { name: 'threadline_pool_max_connections', labels: of, value: max },
    { name: 'threadline_pool_waiting', labels: of, value: waitingCount },
  ];
}
