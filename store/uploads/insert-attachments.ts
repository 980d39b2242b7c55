import { sql, type RawBuilder } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';

export interface MessageFiles {
  position: number;
  attachments: readonly Attachment[];
}

export function insertAttachments(input: {
  conversationId: number;
  user: string;
  messages: readonly MessageFiles[];
  where: RawBuilder<unknown>;
}): RawBuilder<unknown> | undefined {
  const { conversationId, user, messages, where } = input;
  const rows = messages.flatMap(({ position, attachments }) =>
    attachments.map((attachment) => ({ position, ...attachment })),
  );
  if (rows.length === 0) return undefined;
  const column = <Key extends keyof (typeof rows)[number]>(key: Key): (typeof rows)[number][Key][] =>
    rows.map((row) => row[key]);
  return sql`
    insert into attachment (conversation_id, user_id, position, ordinal, hash, kind, name, media_type, bytes, width, height,
      token_count, text_start, text_end)
    select ${conversationId}::bigint, ${user}, said.* from unnest(${column('position')}::integer[],
      ${column('ordinal')}::smallint[], ${column('hash')}::text[], ${column('kind')}::text[], ${column('name')}::text[],
      ${column('mediaType')}::text[], ${column('bytes')}::integer[], ${column('width')}::integer[],
      ${column('height')}::integer[], ${column('tokens')}::integer[], ${column('start')}::integer[],
      ${column('end')}::integer[])
      as said (position, ordinal, hash, kind, name, media_type, bytes, width, height, token_count, text_start, text_end) ${where}`;
}
