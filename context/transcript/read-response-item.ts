import { readArguments } from './read-part.js';
import { isRecord } from '../../protocol/is-record.js';

type Loose = Readonly<Record<string, unknown>>;

export type ReadItem =
  | { kind: 'part'; part: unknown }
  | { kind: 'result'; callId: unknown; output: unknown }
  /** Never sent back to the provider. */
  | { kind: 'provider-item' };

const PROVIDER_ITEM: ReadItem = { kind: 'provider-item' };

const toOutput = ({ call_id: callId, output }: Loose): ReadItem => ({ kind: 'result', callId, output });

const READERS: Readonly<Record<string, (item: Loose) => ReadItem>> = {
  reasoning: ({ id, summary, encrypted_content: encrypted }) => ({
    kind: 'part',
    part: {
      type: 'reasoning',
      text: joinTexts(summary),
      providerOptions: { openai: { itemId: id, ...textFact('reasoningEncryptedContent', encrypted) } },
    },
  }),
  function_call: ({ id, call_id: callId, name, arguments: written }) =>
    toCall({ id, callId, name, input: readArguments(written) }),
  custom_tool_call: ({ id, call_id: callId, name, input }) => toCall({ id, callId, name, input: { input } }),
  local_shell_call: ({ id, call_id: callId, action }) =>
    toCall({ id, callId: callId ?? id, name: 'local_shell', input: action }),
  function_call_output: toOutput,
  custom_tool_call_output: toOutput,
  local_shell_call_output: toOutput,
  web_search_call: () => PROVIDER_ITEM,
  file_search_call: () => PROVIDER_ITEM,
  code_interpreter_call: () => PROVIDER_ITEM,
  image_generation_call: () => PROVIDER_ITEM,
};

export function isResponseItem(value: unknown): value is Loose & { type: string } {
  if (!isRecord(value) || value['role'] !== undefined) return false;
  return typeof value['type'] === 'string' && Object.hasOwn(READERS, value['type']);
}

export function readResponseItem(item: Loose & { type: string }): ReadItem {
  return READERS[item.type]?.(item) ?? PROVIDER_ITEM;
}

function toCall({ id, callId, name, input }: Record<'id' | 'callId' | 'name' | 'input', unknown>): ReadItem {
  const marks = textFact('itemId', id);
  return {
    kind: 'part',
    part: {
      type: 'tool-call',
      toolCallId: callId,
      toolName: name,
      input,
      ...('itemId' in marks && { providerOptions: { openai: marks } }),
    },
  };
}

/** Providers reject an empty mark. */
export function textFact(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
}

function joinTexts(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  const texts = (parts as unknown[]).flatMap((part) =>
    isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return texts.join('\n\n');
}
