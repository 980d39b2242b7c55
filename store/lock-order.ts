import { sql, type RawBuilder } from 'kysely';

/**
 * Every transaction locks rows in this order, which prevents deadlocks: conversation, execution, approval,
 * model_call, budget. These conditions lock earlier rows before the row of the statement that they belong to.
 */
export function locksConversation(id: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select count(*) from (select from conversation where id = ${id} for update) locked) >= 0`;
}

/** Also what a foreign key locks: an insert into `trace_message` would otherwise lock it after the call. */
export function locksExecution(id: number, conversationId?: number): RawBuilder<boolean> {
  const first = conversationId === undefined ? sql`` : sql`and ${locksConversation(conversationId)}`;
  return sql<boolean>`exists (select from execution where id = ${id} ${first} for key share)`;
}
