import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  SharedV3ProviderMetadata,
  SharedV3Warning,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { MAX_INTEGER } from '../../protocol/limits.js';

/** `input` may be invalid JSON. */
export interface ModelToolCall {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
  readonly providerExecuted?: boolean;
  readonly providerOptions?: SharedV3ProviderMetadata;
}

export type ModelContentPart =
  | { readonly type: 'text'; readonly text: string; readonly providerOptions?: SharedV3ProviderMetadata }
  | { readonly type: 'reasoning'; readonly text: string; readonly providerOptions?: SharedV3ProviderMetadata }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: string | Uint8Array }
  | ModelToolCall;

export interface ModelResponse {
  readonly content: readonly ModelContentPart[];
  readonly toolCalls: readonly ModelToolCall[];
  readonly usage: ModelUsage;
  readonly finishReason: LanguageModelV3FinishReason['unified'];
  readonly rawFinishReason: string | undefined;
  readonly providerMetadata: SharedV3ProviderMetadata | undefined;
  readonly responseId: string | undefined;
  readonly responseModel: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly SharedV3Warning[];
}

const FINISH_REASONS = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
] as const satisfies readonly LanguageModelV3FinishReason['unified'][];

type SpanPart = Extract<LanguageModelV3StreamPart, { type: `text-${string}` | `reasoning-${string}` }>;

interface OpenPart {
  readonly type: 'text' | 'reasoning';
  text: string;
  metadata: SharedV3ProviderMetadata | undefined;
}

interface ModelUsage {
  /** Includes cache reads and writes. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

export class PartCollector {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #entries: (OpenPart | ModelContentPart)[] = [];
  readonly #open = new Map<string, OpenPart>();
  #warnings: readonly SharedV3Warning[] = [];
  #responseId: string | undefined;
  #responseModel: string | undefined;

  constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
  }

  add(part: LanguageModelV3StreamPart): ModelResponse | undefined {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        this.#extend('text', part);
        return undefined;
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#extend('reasoning', part);
        return undefined;
      case 'tool-call':
        this.#entries.push(toToolCall(part));
        return undefined;
      case 'file':
        this.#entries.push({ type: 'file', mediaType: part.mediaType, data: part.data });
        return undefined;
      case 'stream-start':
        this.#warnings = part.warnings;
        return undefined;
      case 'response-metadata':
        this.#responseId = part.id ?? this.#responseId;
        this.#responseModel = part.modelId ?? this.#responseModel;
        return undefined;
      case 'finish':
        return this.#finish(part);
      case 'tool-input-start': // 'tool-call' contains the whole input
      case 'tool-input-delta':
      case 'tool-input-end':
      case 'tool-result': // the provider ran the tool
      case 'tool-approval-request':
      case 'source':
      case 'raw':
      case 'error':
        return undefined;
      default:
        part satisfies never; // a part of a later provider package
        return undefined;
    }
  }

  #extend(type: OpenPart['type'], part: SpanPart): void {
    const key = `${type}:${part.id}`;
    let entry = this.#open.get(key);
    if (!entry) {
      entry = { type, text: '', metadata: undefined };
      this.#entries.push(entry);
      this.#open.set(key, entry);
    }
    if ('delta' in part) entry.text += part.delta;
    entry.metadata = mergeMetadata(entry.metadata, part.providerMetadata);
    if (part.type.endsWith('-end')) this.#open.delete(key);
  }

  #finish(part: Extract<LanguageModelV3StreamPart, { type: 'finish' }>): ModelResponse {
    const content = this.#entries.flatMap(toContentPart);
    return {
      content,
      toolCalls: content.filter((entry) => entry.type === 'tool-call'),
      usage: toModelUsage(part.usage),
      finishReason: toFinishReason(part.finishReason.unified),
      rawFinishReason: part.finishReason.raw,
      providerMetadata: part.providerMetadata,
      responseId: this.#responseId,
      responseModel: this.#responseModel,
      headers: this.#headers,
      warnings: this.#warnings,
    };
  }
}

function toFinishReason(reason: LanguageModelV3FinishReason['unified']): typeof reason {
  return FINISH_REASONS.includes(reason) ? reason : 'other';
}

/** An empty thought's signature must be sent back. */
function toContentPart(entry: OpenPart | ModelContentPart): ModelContentPart[] {
  if (!('metadata' in entry)) return [entry];
  if (entry.text === '' && (entry.type === 'text' || !entry.metadata)) return [];
  return [{ type: entry.type, text: entry.text, ...toOptions(entry.metadata) }];
}

function toToolCall(part: Extract<LanguageModelV3StreamPart, { type: 'tool-call' }>): ModelToolCall {
  const { toolCallId, toolName, input, providerExecuted } = part;
  const executed = providerExecuted === undefined ? {} : { providerExecuted };
  return { type: 'tool-call', toolCallId, toolName, input, ...executed, ...toOptions(part.providerMetadata) };
}

/** Providers send metadata in several pieces. */
function mergeMetadata(
  earlier: SharedV3ProviderMetadata | undefined,
  later: SharedV3ProviderMetadata | undefined,
): SharedV3ProviderMetadata | undefined {
  if (!earlier || !later) return later ?? earlier;
  const merged = { ...earlier };
  for (const [provider, values] of Object.entries(later))
    merged[provider] = { ...merged[provider], ...values };
  return merged;
}

function toOptions(metadata: SharedV3ProviderMetadata | undefined): {
  providerOptions?: SharedV3ProviderMetadata;
} {
  return metadata ? { providerOptions: metadata } : {};
}

/** Invalid numbers become 0 and never fail a call. */
export function toModelUsage(usage: LanguageModelV3Usage | null | undefined): ModelUsage {
  return {
    inputTokens: orZero(usage?.inputTokens?.total),
    outputTokens: orZero(usage?.outputTokens?.total),
    cacheReadTokens: orZero(usage?.inputTokens?.cacheRead),
    cacheWriteTokens: orZero(usage?.inputTokens?.cacheWrite),
    reasoningTokens: orZero(usage?.outputTokens?.reasoning),
  };
}

function orZero(figure: number | null | undefined): number {
  return typeof figure === 'number' && Number.isFinite(figure) && figure > 0
    ? // Any provider may report more.
      Math.min(Math.round(figure), MAX_INTEGER)
    : 0;
}
