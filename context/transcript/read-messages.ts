import type { ModelMessage } from '@ai-sdk/provider-utils';
import { isEmptyFile, readPart } from './read-part.js';
import { isResponseItem, readResponseItem, textFact } from './read-response-item.js';
import { readToolResult } from './read-tool-result.js';
import { isRecord } from '../../protocol/is-record.js';

export interface ReadMessages {
  messages: ModelMessage[];
  places: number[];
  warnings: string[];
}

type Loose = Readonly<Record<string, unknown>>;

interface ReadOptions {
  nameMessage?: (place: number) => string;
  model?: string;
}

export function readMessages(
  given: readonly unknown[],
  { nameMessage = (place) => `Message ${place}`, model = 'unknown' }: ReadOptions = {},
): ReadMessages {
  const read: ReadMessages = { messages: [], places: [], warnings: [] };
  const reader = new MessageReader(model);
  for (const [place, message] of given.entries()) {
    reader.warn = (problem) => read.warnings.push(`${nameMessage(place)} ${problem}`);
    for (const one of reader.read(message)) {
      // Later stages check the roles.
      read.messages.push(withKnownFields(one) as ModelMessage);
      read.places.push(place);
    }
  }
  return read;
}

class MessageReader {
  warn: (problem: string) => void = () => undefined;
  private readonly toolNames = new Map<unknown, unknown>();
  private functionCalls = 0;

  constructor(private readonly model: string) {}

  read(message: unknown): unknown[] {
    if (!isRecord(message)) return [message];
    if (isResponseItem(message)) return this.readItem(message);
    const { role, content, tool_call_id: callId, function_call: functionCall } = message;
    // Ollama's results do not name their call.
    if (role === 'tool' && (callId !== undefined || typeof content === 'string'))
      return [this.readAnswer(message)];
    if (role === 'function') return [this.readFunctionAnswer(message)];
    if (role === 'assistant') {
      const called = isRecord(functionCall) ? this.withCall(message, functionCall) : message;
      return this.readContent(markItem(joinFields(called, this.model)));
    }
    return this.readContent(markItem(role === 'developer' ? { ...message, role: 'system' } : message));
  }

  private readItem(item: Loose & { type: string }): unknown[] {
    const read = readResponseItem(item);
    switch (read.kind) {
      case 'part':
        return this.readContent({ role: 'assistant', content: [read.part] });
      case 'result':
        return [this.toResult(read.callId, this.readOutput(read.output, false))];
      case 'provider-item':
        this.warn(`is a '${item.type}', which the provider ran itself: it is omitted`);
        return [];
    }
  }

  /** The deprecated `function_call` has no id. The next `function` message is its result. */
  private withCall(message: Loose, called: Loose): Loose {
    this.functionCalls += 1;
    return { ...message, tool_calls: [{ id: this.functionCallId(), type: 'function', function: called }] };
  }

  private readFunctionAnswer({ content }: Loose): unknown {
    this.warn("has the deprecated role 'function': it is read as the result of the last 'function_call'");
    return this.toResult(this.functionCallId(), this.readOutput(content, false));
  }

  private functionCallId(): string {
    return `function_call_${this.functionCalls}`;
  }

  private readAnswer({ tool_call_id: id, content, tool_name: toolName, name }: Loose): unknown {
    if (id !== undefined) return this.toResult(id, this.readOutput(content, false));
    // Without ids, results match calls in order.
    return toResult('', { toolName: toolName ?? name, output: this.readOutput(content, false) });
  }

  /** Anthropic puts tool results inside a user message. */
  private readContent(message: Loose): unknown[] {
    const { content } = message;
    if (!Array.isArray(content)) return [message];
    const results: unknown[] = [];
    const parts: unknown[] = [];
    for (const part of content as unknown[]) {
      if (isRecord(part) && part['type'] === 'tool_result')
        results.push(
          this.toResult(part['tool_use_id'], this.readOutput(part['content'], part['is_error'] === true)),
        );
      else parts.push(...this.readPart(part, message['role']));
    }
    if (parts.length === 0 && results.length > 0) return results;
    const isSame = parts.length === content.length && parts.every((part, at) => part === content[at]);
    return [...results, isSame ? message : { ...message, content: parts }];
  }

  private readPart(given: unknown, role: unknown): readonly unknown[] {
    const read = readPart(given);
    for (const part of read) {
      if (!isRecord(part)) continue;
      const { type } = part;
      if (type === 'tool-call') this.toolNames.set(part['toolCallId'], part['toolName']);
      if (isEmptyFile(part)) this.warn(`has ${nameFile(type)} without its content, which is omitted`);
      else if (type === 'image' && role !== 'user')
        this.warn(`has a picture that is not a user's, which is omitted`);
      else if (typeof type === 'string' && PROVIDER_PARTS.test(type))
        this.warn(`has a '${type.slice(0, 40)}', which the provider ran itself: it is omitted`);
    }
    return read;
  }

  private toResult(toolCallId: unknown, output: unknown): unknown {
    return toResult(toolCallId, { toolName: this.toolNames.get(toolCallId), output });
  }

  private readOutput(content: unknown, isError: boolean): unknown {
    return readToolResult(content, {
      isError,
      onUnknown: (part) => {
        const type = isRecord(part) && typeof part['type'] === 'string' ? part['type'] : typeof part;
        const shown = `a part of the unknown type '${type.slice(0, 40).toWellFormed()}'`;
        const what = isEmptyFile(part) ? `${nameFile(type)} without its content` : shown;
        this.warn(`has a tool result with ${what}, which is omitted`);
      },
    });
  }
}

const PROVIDER_PARTS = /^(?:server_tool_use|web_search.*|(?!tool_result).*_tool_result)$/;

function nameFile(type: unknown): string {
  return type === 'image' ? 'a picture' : 'a file';
}

function markItem(message: Loose): Loose {
  const { type, id, content } = message;
  const marks = textFact('itemId', id);
  if (type !== 'message' || !('itemId' in marks) || !Array.isArray(content)) return message;
  const parts = (content as unknown[]).map((part) =>
    isRecord(part) ? { ...part, providerOptions: { openai: marks } } : part,
  );
  return { ...message, content: parts };
}

function joinFields(message: Loose, model: string): Loose {
  const { tool_calls: calls } = message;
  const content = message['content'] ?? message['refusal'];
  const thought = findThought(message);
  if (!Array.isArray(calls) && thought === undefined)
    return content === message['content'] ? message : { ...message, content };
  const isText = typeof content === 'string' && content.trim() !== '';
  const spoken: unknown[] = Array.isArray(content)
    ? content
    : isText
      ? [{ type: 'text', text: content }]
      : [];
  const mark = { reasoningContent: typeof message['model'] === 'string' ? message['model'] : model };
  const thoughts = thought === undefined ? [] : [{ type: 'reasoning', text: thought, ...toMarks(mark) }];
  const parts = Array.isArray(calls) ? (calls as unknown[]).map(toCallPart) : [];
  return { ...message, content: [...thoughts, ...spoken, ...parts] };
}

const THOUGHT_FIELDS = ['reasoning_content', 'reasoning', 'thinking'];

function findThought(message: Loose): string | undefined {
  const texts = THOUGHT_FIELDS.map((name) => message[name]);
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function toMarks(mark: Record<string, string>): object {
  return { providerOptions: { openaiCompatible: mark } };
}

function toCallPart(call: unknown): unknown {
  return isRecord(call) && isRecord(call['function']) ? { ...call, type: 'function' } : call;
}

function toResult(
  toolCallId: unknown,
  { toolName, output }: { toolName: unknown; output: unknown },
): unknown {
  const part = { type: 'tool-result', toolCallId, toolName: toolName ?? 'unknown', output };
  return { role: 'tool', content: [part] };
}

/** Drops other fields, whose tokens would not be counted. */
function withKnownFields(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const known = Object.entries(message).filter(([name]) => KNOWN_FIELDS.includes(name));
  return known.length === Object.keys(message).length ? message : Object.fromEntries(known);
}

const KNOWN_FIELDS = ['role', 'content', 'providerOptions'];
