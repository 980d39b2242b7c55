import type { ModelMessage } from '@ai-sdk/provider-utils';
import { isObject } from '../../grammar/loose-message.js';
import { readPart } from './read-part.js';
import { isResponseItem, readResponseItem, textFact } from './read-response-item.js';
import { readResult } from './read-result.js';

/** A transcript in the AI SDK's shape. */
export interface ReadMessages {
  messages: ModelMessage[];
  /** For each of them its place in the list that was read: one message of others may become several. */
  places: number[];
  /** The parts that were not understood, as sentences. */
  warnings: string[];
}

type Loose = Readonly<Record<string, unknown>>;

/**
 * Reads messages in the shape of the AI SDK, of OpenAI's chat completions and Responses API, or of Anthropic's Messages
 * API; the fields and parts of each message show its shape. Messages in the SDK's shape are returned as they are. Pure
 * and linear.
 */
export function readMessages(
  given: readonly unknown[],
  nameMessage: (place: number) => string = (place) => `Message ${place}`,
): ReadMessages {
  const read: ReadMessages = { messages: [], places: [], warnings: [] };
  const reader = new MessageReader();
  for (const [place, message] of given.entries()) {
    reader.warn = (problem) => read.warnings.push(`${nameMessage(place)} ${problem}`);
    for (const one of reader.read(message)) {
      // Parse boundary: the planner and the counter check the role and accept any parts.
      read.messages.push(one as ModelMessage);
      read.places.push(place);
    }
  }
  return read;
}

/** Reads messages one after another: a result gets its tool's name from the call before it. */
class MessageReader {
  warn: (problem: string) => void = () => undefined;
  private readonly toolNames = new Map<unknown, unknown>();
  private functionCalls = 0;

  read(message: unknown): unknown[] {
    if (!isObject(message)) return [message];
    if (isResponseItem(message)) return this.readItem(message);
    const { role, tool_call_id: callId, tool_calls: calls, function_call: functionCall } = message;
    if (role === 'tool' && callId !== undefined) return [this.readAnswer(message)];
    if (role === 'function') return [this.readFunctionAnswer(message)];
    const said = role === 'developer' ? { ...message, role: 'system' } : message;
    if (isObject(functionCall)) return this.readContent(joinCalls(this.withCall(said, functionCall)));
    return this.readContent(calls === undefined ? markItem(said) : joinCalls(said));
  }

  private readItem(item: Loose & { type: string }): unknown[] {
    const read = readResponseItem(item);
    switch (read.kind) {
      case 'part':
        return this.readContent({ role: 'assistant', content: [read.part] });
      case 'result':
        return [this.toResult(read.callId, this.readOutput(read.output, false))];
      case 'provider-item':
        this.warn(`is a '${item.type}', which the provider ran itself: it is left out`);
        return [];
    }
  }

  /** The deprecated form of a call has no id: its answer is the next message with the role `function`. */
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

  /** Reads a message of OpenAI's that answers one call. */
  private readAnswer({ tool_call_id: id, content }: Loose): unknown {
    return this.toResult(id, this.readOutput(content, false));
  }

  /** Reads a content's parts. Results that stand in a user's message, as Anthropic's do, become messages of their own. */
  private readContent(message: Loose): unknown[] {
    const { content } = message;
    if (!Array.isArray(content)) return [message];
    const results: unknown[] = [];
    const parts: unknown[] = [];
    for (const part of content as unknown[]) {
      if (isObject(part) && part['type'] === 'tool_result')
        results.push(
          this.toResult(part['tool_use_id'], this.readOutput(part['content'], part['is_error'] === true)),
        );
      else parts.push(this.readPart(part));
    }
    if (parts.length === 0 && results.length > 0) return results;
    const isSame = parts.length === content.length && parts.every((part, at) => part === content[at]);
    return [...results, isSame ? message : { ...message, content: parts }];
  }

  private readPart(given: unknown): unknown {
    const part = readPart(given);
    if (isObject(part) && part['type'] === 'tool-call')
      this.toolNames.set(part['toolCallId'], part['toolName']);
    return part;
  }

  private toResult(toolCallId: unknown, output: unknown): unknown {
    const toolName = this.toolNames.get(toolCallId) ?? 'unknown';
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
  }

  private readOutput(content: unknown, isError: boolean): unknown {
    return readResult(content, {
      isError,
      onUnknown: (part) => {
        const type = isObject(part) && typeof part['type'] === 'string' ? part['type'] : typeof part;
        const shown = type.slice(0, 40).toWellFormed();
        this.warn(`has a tool result with a part of the unknown type '${shown}', which is left out`);
      },
    });
  }
}

/** Marks the texts of a message of the Responses API with its item's id. */
function markItem(message: Loose): Loose {
  const { type, id, content } = message;
  const marks = textFact('itemId', id);
  if (type !== 'message' || !('itemId' in marks) || !Array.isArray(content)) return message;
  const parts = (content as unknown[]).map((part) =>
    isObject(part) ? { ...part, providerOptions: { openai: marks } } : part,
  );
  return { ...message, content: parts };
}

/** Puts OpenAI's calls behind the texts that come with them. */
function joinCalls({ tool_calls: calls, content, ...message }: Loose): Loose {
  const isText = typeof content === 'string' && content.trim() !== '';
  const said: unknown[] = Array.isArray(content) ? content : isText ? [{ type: 'text', text: content }] : [];
  return { ...message, content: Array.isArray(calls) ? [...said, ...(calls as unknown[])] : content };
}
