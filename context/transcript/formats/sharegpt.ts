import { readArguments } from '../read-part.js';
import {
  asList,
  asText,
  isLoose,
  LeftRecords,
  toResult,
  type ForeignMessage,
  type ForeignTranscript,
  type Loose,
  type TranscriptFormat,
} from './transcript-format.js';

const ROLES: Readonly<Record<string, 'system' | 'user' | 'assistant' | 'call' | 'result'>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  assistant: 'assistant',
  model: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  function_call: 'call',
  observation: 'result',
  function_response: 'result',
  tool: 'result',
};

export const sharegpt: TranscriptFormat = {
  description: 'ShareGPT, as lines or as a list: { "conversations": [{ "from", "value" }] }',
  recognizes: ({ conversations }) => Array.isArray(conversations),
  open: () => ({ add: readLine, end: () => undefined }),
};

function readLine(record: Loose, line: number): ForeignTranscript {
  const { id, model, system, conversations } = record;
  if (!Array.isArray(conversations)) throw new Error(`Line ${line}: the record has no list 'conversations'`);
  const left = new LeftRecords();
  const messages: ForeignMessage[] = [];
  let calls = 0;
  for (const turn of asList(conversations)) {
    if (!isLoose(turn)) {
      left.note('turn that is not an object', line);
      continue;
    }
    const role = ROLES[(asText(turn['from']) ?? asText(turn['role']) ?? '').toLowerCase()];
    const text = turn['value'] ?? turn['content'];
    if (role === 'call') calls += 1;
    const message = role && toMessage(role, { text, callId: `call_${calls}` });
    if (message === undefined) left.noteUnknown(turn['from'] ?? turn['role'], line);
    else messages.push({ message, line });
  }
  return { id, model: asText(model), system: asText(system), messages, warnings: left.toWarnings() };
}

function toMessage(
  role: 'system' | 'user' | 'assistant' | 'call' | 'result',
  { text, callId }: { text: unknown; callId: string },
): unknown {
  if (role === 'result') return toResult(callId, { text: asText(text) ?? JSON.stringify(text) });
  if (role !== 'call') return { role, content: text };
  const called = readArguments(text);
  const { name, arguments: input } = isLoose(called)
    ? called
    : { name: 'unknown', arguments: { input: text } };
  const part = { type: 'tool-call', toolCallId: callId, toolName: name, input: readArguments(input) };
  return { role: 'assistant', content: [part] };
}
