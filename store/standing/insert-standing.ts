import { sql, type RawBuilder } from 'kysely';
import { findStanding } from '../../context/standing/find-standing.js';

interface NewMessage {
  position: number;
  text: string;
}

export function insertStanding({
  conversationId,
  messages,
  where = sql``,
}: {
  conversationId: number;
  messages: readonly NewMessage[];
  where?: RawBuilder<unknown>;
}): RawBuilder<unknown> | undefined {
  const found = messages.flatMap(({ position, text }) =>
    findStanding(text).map((sentence, ordinal) => ({ position, ordinal, ...sentence })),
  );
  if (found.length === 0) return undefined;
  const column = <Key extends keyof (typeof found)[number]>(key: Key): (typeof found)[number][Key][] =>
    found.map((one) => one[key]);
  return sql`
    insert into standing_statement (conversation_id, position, ordinal, kind, text_start, text_end, content)
    select ${conversationId}::bigint, said.* from unnest(${column('position')}::integer[],
      ${column('ordinal')}::smallint[], ${column('kind')}::text[], ${column('start')}::integer[],
      ${column('end')}::integer[], ${column('text')}::text[])
      as said (position, ordinal, kind, text_start, text_end, content) ${where}
    on conflict do nothing`;
}
