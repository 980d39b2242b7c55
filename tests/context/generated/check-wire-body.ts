import { validateMessagesRequest } from '../../../packages/testing/model-server/anthropic/validate-messages-request.js';
import { validateContents } from '../../../packages/testing/model-server/google/validate-contents.js';
import { validateRequest } from '../../../packages/testing/model-server/openai/validate-request.js';
import { SMALL_PNG } from './arbitrary-tool-call.js';
import type { WireGrammar } from './wire-body.js';

type Block = Readonly<Record<string, unknown>>;
interface WireMessage {
  role: string;
  content: Block[];
}

export function checkWireBody(grammar: WireGrammar, body: Record<string, unknown>): string | undefined {
  switch (grammar) {
    case 'openai-chat':
      return validateRequest(body)?.message ?? checkPictures(body['messages'] as Block[]);
    case 'openai-responses':
      return checkResponses(body['input'] as Block[]);
    case 'anthropic':
      return validateMessagesRequest(body)?.message ?? checkMessages(body['messages'] as WireMessage[]);
    case 'gemini':
      return validateContents(body, { needsSignatures: false });
  }
}

function checkPictures(messages: readonly Block[]): string | undefined {
  const at = messages.findIndex(
    ({ role, content }) => role === 'tool' && String(content).includes(SMALL_PNG),
  );
  return at === -1 ? undefined : `message ${at} has a picture as text`;
}

function checkResponses(items: readonly Block[]): string | undefined {
  const open = new Set<unknown>();
  if (items.every(({ role }) => role === 'system')) return 'there is nothing to answer';
  for (const item of items) {
    if (item['type'] === 'function_call') open.add(item['call_id']);
    else if (item['type'] === 'function_call_output') {
      if (!open.delete(item['call_id'])) return `an output answers no call: ${String(item['call_id'])}`;
    } else if (open.size > 0 && item['type'] !== 'reasoning' && item['role'] !== 'assistant')
      return `a call has no output: ${[...open].join(', ')}`;
    else if (JSON.stringify(item).includes('"text":""')) return 'an item has an empty text';
  }
  return open.size > 0 ? `a call has no output: ${[...open].join(', ')}` : undefined;
}

function checkMessages(messages: readonly WireMessage[]): string | undefined {
  if (messages[0]?.role !== 'user') return 'the first message is not a user message';
  let calls: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role === messages[index - 1]?.role) return `message ${index} has the role of the one before`;
    if (content.length === 0) return `message ${index} is empty`;
    if (content.some(({ type, text }) => type === 'text' && String(text).trim() === ''))
      return `message ${index} has an empty text`;
    const results = content.flatMap(({ type, tool_use_id: id }) =>
      type === 'tool_result' ? [String(id)] : [],
    );
    if (results.toSorted().join() !== calls.join())
      return `message ${index} answers ${results.join()} of ${calls.join()}`;
    if (content.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
      return `message ${index} has results after something else`;
    calls = content.flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : [])).toSorted();
  }
  return calls.length > 0 ? `nothing answers ${calls.join()}` : undefined;
}
