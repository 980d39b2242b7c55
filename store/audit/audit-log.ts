import { sql } from 'kysely';
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
  /** Whose it is; undefined: that of the execution with the target's id. */
  owner?: string | undefined;
  /** `done`, or the type of the failure. */
  outcome: string;
}

export interface AuditEntry extends Required<Omit<NewAuditEntry, 'owner'>> {
  id: number;
  at: Date;
  owner: string | null;
}

/** Days after which entries are removed unless a project says otherwise. */
const AUDIT_DAYS = 400;

/** Adds an entry; with `unlessOwn` only where the thing is not the actor's. */
export async function addAuditEntry(
  db: Database,
  entry: NewAuditEntry,
  { unlessOwn = false }: { unlessOwn?: boolean } = {},
): Promise<void> {
  const { actor, via, action, target, outcome } = entry;
  const owner = sql`coalesce(${entry.owner ?? null}::text, (
    select user_id from execution where workflow_id = ${target}))`;
  await sql`insert into audit_entry (actor, via, action, target, owner, outcome)
    select ${actor}::text, ${via}::text, ${action}::text, ${target}::text, owner, ${outcome}::text
    from (select ${owner} as owner) thing
    where not ${unlessOwn}::boolean or owner is distinct from ${actor}::text`.execute(db);
}

/** Lists entries, newest first. */
export async function listAuditEntries(
  db: Database,
  filter: { actor?: string; owner?: string; action?: string; days?: number; limit: number },
): Promise<AuditEntry[]> {
  const { actor, owner, action, days, limit } = filter;
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(days !== undefined, (query) =>
      query.where('at', '>', sql<Date>`now() - make_interval(days => ${days ?? 0}::integer)`),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Removes entries that are so many days old; the database keeps those of the last 30 days whatever is asked for. */
export async function pruneAuditLog(db: Database, days: number = AUDIT_DAYS): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entry')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days}::integer)`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
