import { sql } from 'kysely';
import { readToolAnswer } from '../../flow/approval/read-tool-answer.js';
import type { Database } from '../database.js';

export interface AuditActor {
  actor: string;
  via: 'client' | 'command' | 'worker';
}

/** Contains names and ids, never chat text. */
export interface NewAuditEntry extends AuditActor {
  action: string;
  target: string;
  owner?: string | undefined;
  outcome: string;
  call?: string | undefined;
}

export interface AuditEntry extends Required<Omit<NewAuditEntry, 'owner' | 'call'>> {
  id: number;
  at: Date;
  owner: string | null;
  call?: string;
  change?: { input: unknown; changedInput: unknown };
}

const AUDIT_DAYS = 400;

export async function addAuditEntry(
  db: Database,
  entry: NewAuditEntry,
  { unlessOwn = false }: { unlessOwn?: boolean } = {},
): Promise<void> {
  const { actor, via, action, target, outcome, call = null } = entry;
  const owner = sql`coalesce(${entry.owner ?? null}::text, (
    select user_id from execution where workflow_id = ${target}))`;
  await sql`insert into audit_entry (actor, via, action, target, owner, outcome, call)
    select ${actor}::text, ${via}::text, ${action}::text, ${target}::text, owner, ${outcome}::text, ${call}::text
    from (select ${owner} as owner) thing
    where not ${unlessOwn}::boolean or owner is distinct from ${actor}::text`.execute(db);
}

export async function listAuditEntries(
  db: Database,
  filter: { actor?: string; owner?: string; action?: string; days?: number; limit: number },
): Promise<AuditEntry[]> {
  const { actor, owner, action, days, limit } = filter;
  const entries = await db
    .selectFrom('audit_entry')
    .selectAll('audit_entry')
    .leftJoin('execution', 'execution.workflow_id', 'audit_entry.target')
    .leftJoin('approval', (join) =>
      join
        .onRef('approval.execution_id', '=', 'execution.id')
        .on((eb) => eb(sql`approval.step || '.' || approval.ordinal`, '=', eb.ref('audit_entry.call')))
        .on('audit_entry.action', '=', 'answer'),
    )
    .select(['approval.input', 'approval.answer'])
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .$if(action !== undefined, (query) =>
      action?.endsWith('.*') === true
        ? query.where(sql<boolean>`starts_with(action, ${action.slice(0, -1)})`)
        : query.where('action', '=', action ?? ''),
    )
    .$if(days !== undefined, (query) =>
      query.where('at', '>', sql<Date>`now() - make_interval(days => ${days ?? 0}::integer)`),
    )
    .orderBy('audit_entry.id', 'desc')
    .limit(limit)
    .execute();
  return entries.map(({ input, answer, call, ...entry }) => ({
    ...entry,
    ...(call !== null && { call }),
    ...readChange(input, answer),
  }));
}

function readChange(input: unknown, answer: string | null): Pick<AuditEntry, 'change'> {
  const read = answer === null ? undefined : readToolAnswer(answer);
  return read?.kind === 'changed' ? { change: { input, changedInput: read.input } } : {};
}

/** A trigger protects the last 30 days. */
export async function pruneAuditLog(db: Database, days: number = AUDIT_DAYS): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entry')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days}::integer)`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
