import { addAuditEntry, type NewAuditEntry } from '../../store/audit/audit-log.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

type Thing = Pick<NewAuditEntry, 'action' | 'target' | 'owner'>;

type FindCall<Result> = (result: Result) => string | undefined;

export function auditAct<Result>(
  context: ClientContext,
  { findCall, ...thing }: Thing & { findCall?: FindCall<Result> },
  perform: () => Promise<Result>,
): Promise<Result> {
  const actor = context.actor ?? context.user ?? 'client';
  return audited(context, { thing, actor, findCall }, perform);
}

/** If the audit record cannot be written, the read fails. */
export function auditRead<Result>(
  context: ClientContext,
  thing: Thing,
  perform: () => Promise<Result>,
): Promise<Result> {
  const { actor } = context;
  if (actor === undefined || thing.owner === actor) return perform();
  return audited(context, { thing, actor, unlessOwn: true }, perform);
}

async function audited<Result>(
  context: ClientContext,
  {
    thing,
    actor,
    unlessOwn,
    findCall,
  }: {
    thing: Thing;
    actor: string;
    unlessOwn?: boolean;
    findCall?: FindCall<Result> | undefined;
  },
  perform: () => Promise<Result>,
): Promise<Result> {
  const note = (outcome: string, call?: string): Promise<void> =>
    new Call(context).read(() =>
      addAuditEntry(context.db, { ...thing, actor, via: context.via, outcome, call }, { unlessOwn }),
    );
  let result: Result;
  try {
    result = await perform();
  } catch (error) {
    await note(error instanceof ThreadlineError ? error.type : 'failed');
    throw error;
  }
  await note('done', findCall?.(result));
  return result;
}
