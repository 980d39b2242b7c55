import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Passages in Thai, Lao, Khmer or Burmese were indexed by the pieces between their marks, which no question finds. They are
 * dropped here, and `threadline migrate` indexes their messages again, as it does for messages without an index.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
delete from passage using thread_message message
where message.conversation_id = passage.conversation_id and message.position = passage.position
  and message.role = passage.role
  and message.content ~ ${'[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]'}
`.execute(db);
}
