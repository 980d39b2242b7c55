import type { Database } from '../../../store/database.js';

export interface ChaosRows {
  /** The rows exclude questions of nodes and answers of people. */
  readonly messages: readonly { readonly conversation: number; readonly content: string }[];
  /** How many calls there were, by `<conversation>/<turn id>`, including sub-executions. */
  readonly calls: ReadonlyMap<string, number>;
  readonly open: Readonly<Record<string, number>>;
}

export async function readRows(db: Database): Promise<ChaosRows> {
  const messages = await db
    .selectFrom('thread_message')
    .innerJoin('conversation', 'conversation.id', 'thread_message.conversation_id')
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'thread_message.conversation_id')
        .onRef('turn.position', '=', 'thread_message.position'),
    )
    .select(['conversation.user_id', 'thread_message.content'])
    .where('thread_message.seq', 'is not', null)
    .where('turn.kind', 'not in', ['question', 'answer'])
    .orderBy('conversation.id')
    .orderBy('thread_message.seq')
    .execute();
  const calls = await db
    .selectFrom('model_call')
    .innerJoin('execution as own', 'own.id', 'model_call.execution_id')
    .innerJoin('execution as root', (join) =>
      join.on((on) => on('root.id', '=', on.fn.coalesce('own.root_id', 'own.id'))),
    )
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'root.conversation_id')
        .onRef('turn.position', '=', 'root.position'),
    )
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select(({ fn }) => ['conversation.user_id', 'turn.turn_id', fn.countAll<number>().as('count')])
    .where('model_call.status', '=', 'completed')
    .groupBy(['conversation.user_id', 'turn.turn_id'])
    .execute();
  return {
    messages: messages.map(({ user_id, content }) => ({ conversation: toNumber(user_id), content })),
    calls: new Map(calls.map(({ user_id, turn_id, count }) => [`${toNumber(user_id)}/${turn_id}`, count])),
    open: await readOpen(db),
  };
}

/** Failed turns are omitted, because the turn's reader reports them. */
const ENDED = ['completed', 'cancelled'] as const;

export async function readOpen(db: Database): Promise<Record<string, number>> {
  const count = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length;
  return {
    'turns that have not ended': await count(
      db.selectFrom('turn').select('turn_id').where('status', 'not in', ENDED),
    ),
    'executions that have not ended': await count(
      db.selectFrom('execution').select('id').where('status', 'not in', ENDED),
    ),
    'conversations with an active execution': await count(
      db.selectFrom('conversation').select('id').where('active_execution_id', 'is not', null),
    ),
    'model calls that are under way': await count(
      db.selectFrom('model_call').select('step').where('status', 'in', ['planned', 'running']),
    ),
    'budget reservations': await count(db.selectFrom('budget_reservation').select('step')),
    'stream chunks': await count(db.selectFrom('stream_chunk').select('step')),
  };
}

export function toUser(conversation: number): string {
  return `chaos-${conversation}`;
}

function toNumber(user: string): number {
  return Number(user.slice('chaos-'.length));
}
