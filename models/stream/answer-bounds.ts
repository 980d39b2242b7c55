import { AsyncLocalStorage } from 'node:async_hooks';
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { AnswerBoundError } from './answer-bound-error.js';

const MAX_CALLS = 64;
/** The longest known token. */
const CHARACTERS_PER_TOKEN = 128;
/** A short answer may have long signatures and encrypted thoughts. */
const MIN_CHARACTERS = 65_536;
/** A stream event has up to 300 bytes around its token. */
const BYTES_PER_TOKEN = 1_024;
const MIN_BYTES = 16 * 1024 * 1024;
/** No current model writes more by default. */
const DEFAULT_OUTPUT_TOKENS = 128_000;

export const answerBytes = new AsyncLocalStorage<number>();

export function maxAnswerBytes(maxOutputTokens: number = DEFAULT_OUTPUT_TOKENS): number {
  return MIN_BYTES + maxOutputTokens * BYTES_PER_TOKEN;
}

export interface AnswerBoundsInput {
  readonly model: string;
  readonly maxOutputTokens: number | undefined;
}

/** Bounds an answer, because a broken provider could fill memory and tables. */
export class AnswerBounds {
  readonly #model: string;
  readonly #maxOutputTokens: number;
  readonly #maxCharacters: number;
  #characters = 0;
  /** Tool calls may arrive in pieces, whole, or both ways. */
  readonly #pieces = { calls: 0, characters: 0 };
  readonly #whole = { calls: 0, characters: 0 };

  constructor({ model, maxOutputTokens = DEFAULT_OUTPUT_TOKENS }: AnswerBoundsInput) {
    this.#model = model;
    this.#maxOutputTokens = maxOutputTokens;
    this.#maxCharacters = Math.max(MIN_CHARACTERS, maxOutputTokens * CHARACTERS_PER_TOKEN);
  }

  add(part: LanguageModelV3StreamPart): void {
    this.#count(part);
    if (Math.max(this.#pieces.calls, this.#whole.calls) > MAX_CALLS)
      throw new AnswerBoundError(
        `Model '${this.#model}' called more than ${MAX_CALLS} tools in one message, which is the limit: ` +
          'tell it to call fewer tools at a time, or choose another model',
      );
    if (this.#total() > this.#maxCharacters)
      throw new AnswerBoundError(
        `Model '${this.#model}' sent more than ${this.#maxCharacters} characters in one answer, although the limit is ` +
          `${this.#maxOutputTokens} tokens: check that its endpoint respects the limit, or raise maxOutputTokens`,
      );
  }

  tooSlow(limitMs: number): AnswerBoundError {
    return new AnswerBoundError(
      `Model '${this.#model}' did not end its answer within ${limitMs} ms, after ${this.#total()} characters: ` +
        'lower maxOutputTokens, or choose a faster model',
    );
  }

  #total(): number {
    return this.#characters + Math.max(this.#pieces.characters, this.#whole.characters);
  }

  #count(part: LanguageModelV3StreamPart): void {
    // Empty parts count too: a provider may send them forever.
    this.#characters += 1 + metadataLength(part);
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#characters += part.delta.length;
        return;
      case 'tool-input-start':
        if (part.providerExecuted !== true) this.#pieces.calls += 1;
        return;
      case 'tool-input-delta':
        this.#pieces.characters += part.delta.length;
        return;
      case 'tool-call':
        if (part.providerExecuted !== true) this.#whole.calls += 1;
        this.#whole.characters += part.input.length + part.toolName.length + part.toolCallId.length;
        return;
      default:
    }
  }
}

function metadataLength(part: LanguageModelV3StreamPart): number {
  if (!('providerMetadata' in part) || !part.providerMetadata) return 0;
  return JSON.stringify(part.providerMetadata).length;
}
