import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import type { HistoryPage } from '../../../../views/conversation.js';
import type { ChatMessage, UserMessage } from '../requests/message-schema.js';
import { callId } from '../chat/returned-calls.js';
import { noSuchResponse, type ResponseKey } from '../requests/response-key.js';

type HistoryMessage = HistoryPage['messages'][number];
type Calling = Extract<ChatMessage, { role: 'assistant' }>;

interface AskedCall {
  id: string;
  modelId: string;
  hasResult: boolean;
}

const PAGE = 200;

/** Throws if the response is unknown or unfinished. */
export async function repeatPrevious(
  conversation: Pick<ConversationHandle, 'history' | 'stream' | 'unfinished'>,
  key: ResponseKey,
): Promise<ChatMessage[]> {
  const messages = await readAll(conversation);
  const asked = messages.findIndex(({ role, turnId }) => role === 'user' && turnId === key.turnId);
  if (asked < 0 || (await conversation.unfinished()).includes(key.turnId))
    throw noSuchResponse('previous_response_id');
  return [...messages.slice(0, asked + 1).map(toMessage), ...(await readSteps(conversation, key))];
}

async function readAll(conversation: Pick<ConversationHandle, 'history'>): Promise<HistoryMessage[]> {
  const newestFirst: HistoryMessage[] = [];
  let before: string | null = null;
  do {
    const page: HistoryPage = await conversation.history({
      limit: PAGE,
      ...(before !== null && { before }),
    });
    newestFirst.push(...page.messages);
    before = page.next;
  } while (before !== null);
  return newestFirst.toReversed();
}

function toMessage({ role, text, attachments = [] }: HistoryMessage): ChatMessage {
  if (role === 'assistant') return { role, content: text };
  const files = attachments.map(({ ref, kind, name }): Exclude<UserMessage['content'], string>[number] =>
    kind === 'picture'
      ? { type: 'image_url', image_url: ref }
      : { type: 'file', file: { file_id: ref, filename: name } },
  );
  return { role, content: [{ type: 'text', text }, ...files] };
}

async function readSteps(
  conversation: Pick<ConversationHandle, 'stream'>,
  { turnId, tools }: ResponseKey,
): Promise<ChatMessage[]> {
  const steps = new Map<number, { calling: Calling; asked: AskedCall[]; results: ChatMessage[] }>();
  const at = (step: number) => {
    const known = steps.get(step) ?? { calling: { role: 'assistant', content: '' }, asked: [], results: [] };
    steps.set(step, known);
    return known;
  };
  for await (const event of conversation.stream(turnId)) {
    if (event.type === 'text-delta') {
      const { calling } = at(event.step);
      calling.content = String(calling.content) + event.text;
    }
    if (event.type === 'reset') steps.delete(event.step);
    if (event.type === 'tool-call') {
      const { step, toolCallId: modelId, name, input } = event;
      const { calling, asked } = at(step);
      const id = callId({ turnId, step, index: asked.length });
      asked.push({ id, modelId, hasResult: false });
      if (!tools.includes(name)) continue;
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      calling.tool_calls = [...(calling.tool_calls ?? []), { id, function: { name, arguments: text } }];
    }
    if (event.type === 'tool-result') {
      const { toolCallId, output } = event;
      const { asked, results } = at(event.step);
      // Only a call without a result, because a model may reuse a call's id.
      const call = asked.find(({ modelId, hasResult }) => modelId === toolCallId && !hasResult);
      if (!call) continue;
      call.hasResult = true;
      const content = typeof output === 'string' ? output : JSON.stringify(output);
      if (tools.includes(event.name)) results.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
  const ordered = [...steps].sort(([one], [other]) => one - other).map(([, step]) => step);
  const last = ordered.at(-1);
  // Text beside calls of the flow's own tools is not an answer.
  return ordered
    .filter((step) => step === last || step.calling.tool_calls !== undefined)
    .flatMap(({ calling, results }) => [calling, ...results]);
}
