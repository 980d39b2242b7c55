import type { HistoryPage } from '../../../client/conversation/handle.js';

type HistoryMessage = HistoryPage['messages'][number];

const PREFIX = 'msg_';

/** A page of what was said, as clients of this protocol read it. */
export function renderItems({ messages, hasMore }: Pick<HistoryPage, 'messages' | 'hasMore'>) {
  const data = messages.map(toItem);
  return {
    object: 'list' as const,
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}

/** The place in the history that an item's id names; undefined: it is no id of an item. */
export function readPlace(itemId: string): number | undefined {
  const place = itemId.startsWith(PREFIX) ? itemId.slice(PREFIX.length) : '';
  return /^[1-9]\d{0,8}$/.test(place) ? Number(place) : undefined;
}

/** A message as an item. */
export function toItem({ seq, role, text, isPartial, finishReason, attachments = [] }: HistoryMessage) {
  const said =
    role === 'user'
      ? [{ type: 'input_text' as const, text }]
      : [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
  return {
    type: 'message' as const,
    id: `${PREFIX}${seq}`,
    status: isPartial || finishReason !== null ? ('incomplete' as const) : ('completed' as const),
    role,
    content: [...said, ...attachments.map(toFilePart)],
  };
}

function toFilePart({ kind, ref, name }: NonNullable<HistoryMessage['attachments']>[number]) {
  return kind === 'picture'
    ? { type: 'input_image' as const, file_id: ref, detail: 'auto' as const }
    : { type: 'input_file' as const, file_id: ref, filename: name };
}
