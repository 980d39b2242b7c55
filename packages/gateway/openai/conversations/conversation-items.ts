import type { HistoryPage } from '../../../../views/conversation.js';
import { messageItemId, type MessagePlace } from './item-id.js';

type HistoryMessage = HistoryPage['messages'][number];

type Conversation = Pick<MessagePlace, 'flow' | 'channel'>;

export function renderItems(
  { messages, hasMore }: Pick<HistoryPage, 'messages' | 'hasMore'>,
  conversation: Conversation,
) {
  const data = messages.map((message) => toItem(message, conversation));
  return {
    object: 'list' as const,
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}

export function toItem(message: HistoryMessage, { flow, channel }: Conversation) {
  const { seq, turnId, role, text, isPartial, finishReason, attachments = [] } = message;
  const texts =
    role === 'user'
      ? [{ type: 'input_text' as const, text }]
      : [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
  return {
    type: 'message' as const,
    id: messageItemId({ flow, channel, seq, turnId }),
    status: isPartial || finishReason !== null ? ('incomplete' as const) : ('completed' as const),
    role,
    content: [...texts, ...attachments.map(toFilePart)],
  };
}

function toFilePart({ kind, ref, name }: NonNullable<HistoryMessage['attachments']>[number]) {
  return kind === 'picture'
    ? { type: 'input_image' as const, file_id: ref, detail: 'auto' as const }
    : { type: 'input_file' as const, file_id: ref, filename: name };
}
