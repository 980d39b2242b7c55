import { quoteValue, type GrammarCheck } from './run-checks.js';
import { describeText, describeTexts } from './describe-text.js';
import type { LooseMessage, LoosePart } from './loose-message.js';
import { isRecord } from '../../protocol/is-record.js';

const PART_TYPES: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ['user', ['text', 'image', 'file']],
  ['assistant', ['text', 'reasoning', 'file', 'tool-call', 'tool-approval-request']],
  ['tool', ['tool-result', 'tool-approval-response']],
]);
/** Approvals are between users and tools: no provider accepts these parts. */
const UNSENT_TYPES: readonly unknown[] = ['tool-approval-request', 'tool-approval-response'];

export const checkMessageContents: GrammarCheck = (messages, report) => {
  for (const [index, message] of messages.entries()) {
    const broken = describeContent(message);
    if (broken) report(index, broken);
  }
};

const CONTENT_TYPES: readonly unknown[] = [
  'text',
  'media',
  'custom',
  'file-data',
  'file-url',
  'file-id',
  'image-data',
  'image-url',
  'image-file-id',
];

function describeContent({ role, content }: LooseMessage): string | undefined {
  const types = PART_TYPES.get(role);
  if (!types && role !== 'system') return `has the unknown role ${quoteValue(role)}`;
  if (typeof content === 'string' && role !== 'tool') return describeText(content);
  if (!types) return 'has a content that is not a string';
  if (!Array.isArray(content))
    return `has a content that is not ${role === 'tool' ? 'a list' : 'a text or a list'}`;
  const parts = content as unknown[];
  if (!parts.some((part) => isRecord(part) && !UNSENT_TYPES.includes(part['type'])))
    return 'has an empty list as its content';
  for (const part of parts) {
    const broken = isRecord(part) ? describePart(part, types) : 'has a part that is not an object';
    if (broken) return broken;
  }
  return undefined;
}

function describePart(part: LoosePart, types: readonly unknown[]): string | undefined {
  if (!types.includes(part.type))
    return `has a part of the type ${quoteValue(part.type)}, unknown to its role`;
  switch (part.type) {
    case 'text':
      return describeText(part.text);
    case 'image':
      return describeSource(part.image);
    case 'file':
      return describeSource(part.data);
    case 'tool-call':
      return describeCall(part);
    case 'tool-result':
      return describeOutput(part.output);
    default:
      return undefined;
  }
}

function describeSource(source: unknown): string | undefined {
  return source == null || source === '' ? 'has a file without a source' : undefined;
}

function describeCall({ toolName, input }: LoosePart): string | undefined {
  if (!isRecord(input)) return `has a call of ${quoteValue(toolName)} whose input is not an object`;
  return describeTexts(input);
}

/** A blank text is wrong only in a list of parts. */
function describeOutput(output: unknown): string | undefined {
  if (!isRecord(output)) return 'has a tool result without an output';
  const { type, value } = output;
  switch (type) {
    case 'text':
    case 'error-text':
      return typeof value === 'string'
        ? describeTexts(value)
        : 'has a tool result whose text is not a string';
    case 'json':
    case 'error-json':
      return value === undefined ? 'has a tool result without a value' : describeTexts(value);
    case 'execution-denied':
      return describeTexts(output['reason']);
    case 'content':
      return describeParts(value);
    default:
      return `has a tool result of the unknown type ${quoteValue(type)}`;
  }
}

function describeParts(parts: unknown): string | undefined {
  if (!Array.isArray(parts) || parts.length === 0) return 'has a tool result with an empty list as its value';
  for (const part of parts as unknown[]) {
    if (!isRecord(part) || !CONTENT_TYPES.includes(part['type']))
      return 'has a tool result with a part of an unknown type';
    const broken = part['type'] === 'text' ? describeText(part['text']) : undefined;
    if (broken) return broken;
  }
  return undefined;
}
