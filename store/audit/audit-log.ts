import { sql } from 'kysely';
import { readToolAnswer } from '../../flow/approval/read-tool-answer.js';
import type { Database } from '../database.js';

/** Who does something, and by what. */
export interface AuditActor {
  actor: string;
  via: 'client' | 'command' | 'worker';
}

/** An entry of the audit log: who did what to which object, and how it ended. Names and ids, never a text of a chat. */
export interface NewAuditEntry extends AuditActor {
  action: string;
  target: string;
  /** The owner. Absent: the owner of the execution with the target's id. */
  owner?: string | undefined;
  /** `done`, or the type of the failure. */
  outcome: string;
  /** The tool call that an answer is about, as `3.1`; absent: the entry is about none. */
  call?: string | undefined;
}

export interface AuditEntry extends Required<Omit<NewAuditEntry, 'owner' | 'call'>> {
  id: number;
  at: Date;
  owner: string | null;
  /** The tool call that an answer is about, as `3.1`. Absent when the entry is about none. */
  call?: string;
  /** The input that the model gave, and the one that the approver gave instead. Absent when nothing was changed. */
  change?: { input: unknown; changedInput: unknown };
}

/** Days after which entries are removed unless a project says otherwise. */
const AUDIT_DAYS = 400;

/** Adds an entry; with `unlessOwn` only where the thing is not the actor's. */
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

/** Lists entries, newest first. */
export async function listAuditEntries(
  db: Database,
  filter: { actor?: string; owner?: string; action?: string; days?: number; limit: number },
): Promise<AuditEntry[]> {
  const { actor, owner, action, days, limit } = filter;
  const entries = await db
    .selectFrom('audit_entry')
    .selectAll('audit_entry')
    // The texts stay with the execution, and are deleted with it.
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
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
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

/** Removes entries that are so many days old; the database keeps those of the last 30 days whatever is asked for. */
export async function pruneAuditLog(db: Database, days: number = AUDIT_DAYS): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entry')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days}::integer)`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
