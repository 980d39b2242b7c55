import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { AssistantPart, ToolCallPart, ToolOutput, UserPart } from '../entries.js';
import { cleanOutput } from './clean-output.js';
import { cleanJson, cleanText, isBlank } from './clean-text.js';

/** What cleaning keeps of a message's own thoughts. */
export interface CleanOptions {
  /** Inside a turn's tool loop a model gets its thoughts back where they carry its provider's own mark. */
  keepsReasoning?: boolean;
  /** Told of parts that no provider would take. */
  onUnknownPart?: (type: string) => void;
}

/** Parts that only mean something to the provider that made them: searches it ran, sources it quoted. */
const PROVIDER_PARTS =
  /^(?:source(?:-.*)?|citations?|server_tool_use|web_search.*|.*_tool_result|tool-approval-(?:request|response))$/;

/**
 * A message as it may be sent: without thinking, provider searches, citations and blank texts, its texts well
 * formed. The same object when there was nothing to clean, undefined when nothing is left.
 */
export function cleanMessage(message: ModelMessage, options: CleanOptions = {}): ModelMessage | undefined {
  const content: unknown = message.content;
  if (!Array.isArray(content)) return cleanString(message, content);
  const parts = content.flatMap((part: unknown) => cleanPart(message.role, part, options));
  if (parts.length === 0) return undefined;
  // A list of texts is no content of a system message, but transcripts have it.
  if (message.role === 'system') return { ...message, content: parts.map(textOf).join('\n\n') };
  const isSame = parts.length === content.length && parts.every((part, index) => part === content[index]);
  // Each part was taken from a message of this role, or cleaned into one of its own type.
  return isSame ? message : ({ ...message, content: parts } as ModelMessage);
}

function cleanString(message: ModelMessage, content: unknown): ModelMessage | undefined {
  if (message.role === 'tool') return undefined;
  const text = typeof content === 'string' ? cleanText(content) : isNumber(content) ? String(content) : '';
  if (isBlank(text)) return undefined;
  return text === content ? message : { ...message, content: text };
}

function cleanPart(role: ModelMessage['role'], part: unknown, options: CleanOptions): unknown[] {
  if (typeof part === 'string')
    return role === 'tool' || isBlank(part) ? [] : [{ type: 'text', text: cleanText(part) }];
  if (typeof part !== 'object' || part === null) return [];
  // Parse boundary: transcripts hold parts of any system; what no case below knows is left out.
  const known = part as UserPart | AssistantPart | Extract<ModelMessage, { role: 'tool' }>['content'][number];
  switch (known.type) {
    case 'text':
      return role === 'tool' ? [] : cleanTextPart(known);
    case 'image':
      return role === 'user' && hasSource(known.image) ? [known] : [];
    case 'file':
      return (role === 'user' || role === 'assistant') && hasSource(known.data) ? [known] : [];
    case 'reasoning':
      return options.keepsReasoning && role === 'assistant' && known.providerOptions !== undefined
        ? [known]
        : [];
    case 'tool-call':
      return role === 'assistant' && !known.providerExecuted ? [cleanCall(known)] : [];
    case 'tool-result': {
      // In an assistant's message: of a tool that the provider ran itself.
      if (role !== 'tool') return [];
      const { result: older, ...rest } = known as typeof known & { result?: ToolOutput };
      const output = cleanOutput(known.output ?? older);
      return [output === known.output && older === undefined ? known : { ...rest, output }];
    }
    default: {
      const { type: any } = known as { type?: unknown };
      const type = typeof any === 'string' ? any : typeof any;
      if (!PROVIDER_PARTS.test(type) && !/thinking|reasoning/.test(type)) options.onUnknownPart?.(type);
      return [];
    }
  }
}

function cleanTextPart(part: Extract<UserPart, { type: 'text' }>): unknown[] {
  const { citations, ...rest } = part as typeof part & { citations?: unknown };
  const value: unknown = part.text;
  const text = typeof value === 'string' ? cleanText(value) : isNumber(value) ? String(value) : '';
  if (isBlank(text)) return [];
  return [text === value && citations === undefined ? part : { ...rest, text }];
}

/** Every provider takes an object as a call's input; a transcript may hold its JSON, or what was no JSON at all. */
function cleanCall(part: ToolCallPart): ToolCallPart {
  // An older shape of the SDK's: `args`, as results have `result`.
  const { args, ...rest } = part as ToolCallPart & { args?: unknown };
  const input = asObject(part.input ?? args);
  return input === part.input && args === undefined ? part : { ...rest, input };
}

function asObject(input: unknown): unknown {
  if (typeof input === 'string')
    try {
      return asObject(JSON.parse(input) as unknown);
    } catch {
      return {};
    }
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? cleanJson(input) : {};
}

function textOf(part: unknown): string {
  // What cleaning leaves of a system message's parts is texts.
  return (part as { text: string }).text;
}

function hasSource(source: unknown): boolean {
  return source !== undefined && source !== null && source !== '';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
