import type { AssistantContent, ModelMessage, ToolContent, UserContent } from '@ai-sdk/provider-utils';
import type { TextWeights } from '../../context/text/text-weights.js';
import { countImageTokens } from './count-image-tokens.js';
import { countTextTokens } from './tokenizer.js';
import { weighText } from './weigh-text.js';
import { countPdfPages } from '../../files/count-pdf-pages.js';

export { countTextTokens, warmUp } from './tokenizer.js';

/** The same for all messages, so that their counts add up. */
export const MESSAGE_OVERHEAD_TOKENS = 4;

type Part = Exclude<UserContent | AssistantContent | ToolContent, string>[number];
type ToolOutput = Extract<Part, { type: 'tool-result' }>['output'];
type ToolOutputPart = Extract<ToolOutput, { type: 'content' }>['value'][number];

export function countMessagesTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
}

/** Excludes the model's token factor. Never throws. */
export function countMessageTokens(message: ModelMessage): number {
  return MESSAGE_OVERHEAD_TOKENS + measureMessage(message, PLAIN);
}

interface Measure {
  text(value: unknown): number;
  fixed(tokens: number): number;
}

const PLAIN: Measure = { text: countTextTokens, fixed: (tokens) => tokens };

export function weighMessage(message: ModelMessage, weights: TextWeights): number {
  return measureMessage(message, { text: (text) => weighText(text, weights), fixed: () => 0 });
}

function measureMessage(message: ModelMessage, measure: Measure): number {
  // A stored message may have no content.
  const content: unknown = message.content;
  if (!Array.isArray(content)) return measure.text(content);
  const seenReasoning = new Set<unknown>();
  const measurePart = (part: unknown): number => countAnyPart(part, { ...measure, seenReasoning });
  return (content as unknown[]).reduce<number>((sum, part) => sum + measurePart(part), 0);
}

interface PartMeasure extends Measure {
  seenReasoning: Set<unknown>;
}

function countAnyPart(part: unknown, measure: PartMeasure): number {
  if (typeof part !== 'object' || part === null) return measure.text(part);
  return countPart(part as Part, measure);
}

function countPart(part: Part, measure: PartMeasure): number {
  switch (part.type) {
    case 'text':
      return measure.text(part.text);
    case 'reasoning':
      return Math.max(countReasoning(part.text, measure), measure.fixed(countHiddenThought(part)));
    case 'image':
      return measure.fixed(countImageTokens(part.image));
    case 'file':
      return countFile(part, measure);
    case 'tool-call':
      return measure.text(part.toolName) + measure.text(toJson(part.input));
    case 'tool-result':
      return countToolOutput(part.output, measure);
    case 'tool-approval-request':
    case 'tool-approval-response':
      return 0;
    default:
      return countForeignPart(part, measure);
  }
}

/** An unknown part counts as JSON, so that no part is free. */
function countForeignPart(part: never, measure: PartMeasure): number {
  const { type, thinking } = part as { type?: unknown; thinking?: unknown };
  return type === 'thinking' ? countReasoning(thinking, measure) : measure.text(part);
}

function countReasoning(text: unknown, { seenReasoning, ...measure }: PartMeasure): number {
  if (seenReasoning.has(text)) return 0;
  seenReasoning.add(text);
  return measure.text(text);
}

/** A token is about four bytes, or five base64 characters. */
const HIDDEN_CHARACTERS_PER_TOKEN = 5;

/** Anthropic's signature contains the thought only if its text is empty. */
function countHiddenThought({ text, providerOptions }: Extract<Part, { type: 'reasoning' }>): number {
  const { anthropic, openai } = providerOptions ?? {};
  const signature = text === '' ? anthropic?.['signature'] : undefined;
  const hidden = anthropic?.['redactedData'] ?? openai?.['reasoningEncryptedContent'] ?? signature;
  return typeof hidden === 'string' ? Math.ceil(hidden.length / HIDDEN_CHARACTERS_PER_TOKEN) : 0;
}

function countFile(
  { data, mediaType = '' }: { data: unknown; mediaType?: string | undefined },
  measure: Measure,
): number {
  const [, dataType = '', body] = (typeof data === 'string' && DATA_URL.exec(data)) || [];
  const isText = TEXT_TYPE.test(mediaType) || TEXT_TYPE.test(dataType);
  const isPdf = PDF_TYPE.test(mediaType) || PDF_TYPE.test(dataType) || beginsPdf(body ?? data);
  if (!isText && !isPdf) return measure.fixed(countImageTokens(data));
  const bytes = readBytes(body ?? data, { isPlain: body !== undefined && !/;base64$/i.test(dataType) });
  if (!isText) return measure.fixed(countPdfTokens(bytes));
  return bytes ? measure.text(new TextDecoder().decode(bytes)) : measure.fixed(countImageTokens(data));
}

function readBytes(data: unknown, { isPlain }: { isPlain: boolean }): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (typeof data !== 'string' || /^https?:/i.test(data)) return undefined;
  return Buffer.from(data, isPlain ? 'utf8' : 'base64');
}

function beginsPdf(data: unknown): boolean {
  if (typeof data === 'string') return data.startsWith('JVBERi0');
  return data instanceof Uint8Array && Buffer.from(data.subarray(0, 5)).toString('latin1') === '%PDF-';
}

const DATA_URL = /^data:([^,]*),(.*)$/is;
const PDF_TYPE = /^application\/pdf\b/i;
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript)\b)/i;

function countToolOutput(output: ToolOutput | undefined, measure: Measure): number {
  switch (output?.type) {
    case 'text':
    case 'error-text':
      return measure.text(output.value);
    case 'json':
    case 'error-json':
      return measure.text(toJson(output.value));
    case 'execution-denied':
      return measure.text(output.reason);
    case 'content':
      return countToolOutputParts(output.value, measure);
    default:
      return measure.text(output satisfies undefined);
  }
}

function countToolOutputParts(parts: unknown, measure: Measure): number {
  if (!Array.isArray(parts)) return measure.text(parts);
  return (parts as unknown[]).reduce<number>((sum, part) => {
    const isPart = typeof part === 'object' && part !== null;
    return sum + (isPart ? countToolOutputPart(part as ToolOutputPart, measure) : measure.text(part));
  }, 0);
}

function countToolOutputPart(part: ToolOutputPart, measure: Measure): number {
  switch (part.type) {
    case 'text':
      return measure.text(part.text);
    case 'media':
    case 'file-data':
    case 'image-data':
      return countFile(part, measure);
    case 'image-url':
    case 'file-url':
      return measure.fixed(countImageTokens(part.url));
    case 'image-file-id':
    case 'file-id':
      return measure.fixed(countImageTokens(part.fileId));
    case 'custom':
      return measure.text(part.providerOptions);
    default:
      return measure.text(part satisfies never);
  }
}

function toJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.stringify(value) : value;
}

/** Anthropic publishes no larger number (platform.claude.com/docs/en/build-with-claude/pdf-support). */
const PAGE_TOKENS = 3_000;
/** Gemini's limit, the highest of all providers. */
const MAX_PAGES = 1_000;
const BYTES_PER_PAGE = 20_000;

/** An unreadable file counts by size. */
function countPdfTokens(content: Uint8Array | undefined): number {
  if (!content) return PAGE_TOKENS;
  const pages = countPdfPages(content) || Math.ceil(content.byteLength / BYTES_PER_PAGE);
  return PAGE_TOKENS * Math.min(MAX_PAGES, Math.max(1, pages));
}
