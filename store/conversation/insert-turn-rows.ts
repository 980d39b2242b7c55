import { sql, type RawBuilder } from 'kysely';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { OrderedTurn } from './find-turns-before.js';
import type { AnswerTurn } from './take-answers.js';

export type PlacedTurn = OrderedTurn & {
  answerTo: AnswerTurn['answerTo'] | undefined;
  ofPosition: number | null;
  retryOf: number | null;
  branchOf: number | null;
  toBranch: number | null;
  data: MessageData | null;
  output: JsonSchema | null;
  instructions: string | null;
  contentHashes: string | null;
};

export function insertTurnRows({
  conversationId,
  user,
  stored,
  where,
}: {
  conversationId: number;
  user: string;
  stored: readonly PlacedTurn[];
  where: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`
      insert into turn (conversation_id, position, turn_id, kind, status, user_id, while_running, of_position, retry_of,
        data, output_schema, branch_of, to_branch, content_hashes, instructions)
      select ${conversationId}::bigint, position, turn_id, kind, 'queued', ${user}, while_running, of_position, retry_of,
        data::jsonb, output_schema::jsonb, branch_of, to_branch, content_hashes, instructions
      from unnest(${stored.map(({ order }) => order)}::integer[], ${stored.map(({ turnId }) => turnId)}::text[],
        ${stored.map(({ kind, answerTo }) => (answerTo ? 'answer' : kind))}::text[], ${stored.map(({ whileRunning }) => whileRunning)}::text[],
        ${stored.map(({ ofPosition }) => ofPosition)}::integer[], ${stored.map(({ retryOf }) => retryOf)}::integer[],
        ${stored.map(({ data }) => data && JSON.stringify(data))}::text[],
        ${stored.map(({ output }) => output && JSON.stringify(output))}::text[],
        ${stored.map(({ branchOf }) => branchOf)}::integer[], ${stored.map(({ toBranch }) => toBranch)}::integer[],
        ${stored.map(({ contentHashes }) => contentHashes)}::text[],
        ${stored.map(({ instructions }) => instructions)}::text[]
      ) as new (position, turn_id, kind, while_running, of_position, retry_of, data, output_schema, branch_of,
        to_branch, content_hashes, instructions) ${where}`;
}
