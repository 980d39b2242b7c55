const worker = 'threadline_worker';
const reader = 'threadline_reader';

/** Set by `set "threadline.user" = 'ada'`. */
const USER = "nullif(current_setting('threadline.user', true), '')";
const OF_CONVERSATION = 'conversation_id in (select id from conversation)';
const OF_EXECUTION = 'execution_id in (select id from execution)';

/**
 * The row policies of readers, by table. If a policy names another table, that table's policy applies, too.
 */
export const READER_TABLES: Readonly<Record<string, string>> = {
  conversation: `user_id = ${USER}`,
  upload: `user_id = ${USER}`,
  attachment: OF_CONVERSATION,
  memory: `user_id = ${USER}`,
  execution: `user_id = ${USER} or ${OF_CONVERSATION}`,
  turn: OF_CONVERSATION,
  branch: OF_CONVERSATION,
  conversation_message: OF_CONVERSATION,
  summary: OF_CONVERSATION,
  summary_fact: OF_CONVERSATION,
  passage: OF_CONVERSATION,
  standing_statement: OF_CONVERSATION,
  portrait: `${OF_CONVERSATION} or ${OF_EXECUTION}`,
  model_call: OF_EXECUTION,
  context_manifest: OF_EXECUTION,
  tool_call: OF_EXECUTION,
  trace_message: OF_EXECUTION,
  stream_chunk: OF_EXECUTION,
  compaction: OF_EXECUTION,
  execution_text: OF_EXECUTION,
  artifact: OF_EXECUTION,
  node_output: OF_EXECUTION,
  loop_item: OF_EXECUTION,
  approval: OF_EXECUTION,
  approval_vote: OF_EXECUTION,
  agent_step: OF_EXECUTION,
  trajectory_node: OF_EXECUTION,
  trajectory_edge: OF_EXECUTION,
  flow: 'true',
  flow_version: 'true',
  model_outage: 'true',
};

export const HIDDEN_TABLES: readonly string[] = [
  'api_key',
  'audit_entry',
  'budget',
  'budget_reservation',
  'call_hour',
  'embedding_progress',
  'generated_text',
  'given_item',
  'given_metadata',
  'hour_progress',
  'late_call',
  'late_turn',
  'learned_model_fact',
  'passage_embedding',
  'provider_pace',
  'request_key',
  'retention_rule',
  'retention_run',
  'retention_progress',
  'shared_link',
  'stored_text',
  'trajectory_agent',
  'turn_hour',
  'worker',
  'worker_setting',
];

/** Since this version, views can apply the row policies of their caller. */
const VIEWS_ASK_SINCE = 150_000;
const VIEWS = ['thread_message', 'node_result'] as const;

export function createRoles(): string[] {
  return [worker, reader].map(createRole);
}

/** Run it after the tables' policies exist: without them, a reader would see the rows of all users. */
export function grantStatements({ serverVersion }: { serverVersion: number }): string[] {
  return [
    `grant usage on schema public to ${worker}, ${reader}`,
    `grant select, insert, update, delete on all tables in schema public to ${worker}`,
    // A later release's tables: only 'migrate --roles' would grant them otherwise.
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${worker}`,
    `revoke insert, update, delete on threadline_migration, threadline_migration_lock from ${worker}`,
    // A trigger protects the last 30 days of the audit log, so entries must not be back-dated.
    `revoke insert, update on audit_entry from ${worker}`,
    `grant insert (actor, via, action, target, call, owner, outcome) on audit_entry to ${worker}`,
    `revoke all on all tables in schema public from ${reader}`,
    `grant select on ${[...Object.keys(READER_TABLES), ...listViews(serverVersion)].join(', ')} to ${reader}`,
  ];
}

/** Takes an exclusive lock on the table. */
export function policyStatements(table: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    ...policy({ table, role: worker, rows: 'true', checked: true }),
    ...policy({ table, role: reader, rows: READER_TABLES[table] ?? 'false', checked: false }),
  ];
}

/** A reader sees a view's rows by its own policies, not by those of the owner. */
export function viewStatements({ serverVersion }: { serverVersion: number }): Record<string, string> {
  return Object.fromEntries(
    listViews(serverVersion).map((view) => [view, `alter view ${view} set (security_invoker = true)`]),
  );
}

function listViews(serverVersion: number): readonly string[] {
  return serverVersion >= VIEWS_ASK_SINCE ? VIEWS : [];
}

/** Tolerates an existing role: roles belong to the server, so another database may have created it. */
function createRole(role: string): string {
  return `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`;
}

function policy(input: { table: string; role: string; rows: string; checked: boolean }): string[] {
  const { table, role, rows, checked } = input;
  const name = `${table}_${role.replace('threadline_', '')}`;
  const action = checked
    ? `for all to ${role} using (${rows}) with check (${rows})`
    : `for select to ${role} using (${rows})`;
  return [`drop policy if exists ${name} on ${table}`, `create policy ${name} on ${table} ${action}`];
}
