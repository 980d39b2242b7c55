import { AsyncLocalStorage } from 'node:async_hooks';
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { AnswerBoundError } from './answer-bound-error.js';

/** Calls of tools that one message may have. Each costs an Activity and its events, and models ask for a few at once. */
const MAX_CALLS = 64;
/**
 * Characters for each token that an answer may have. Texts and code have 3 to 10, the longest tokens of any vocabulary
 * 128: an answer that keeps to its limit stays below, whatever it says.
 */
const CHARACTERS_PER_TOKEN = 128;
/** Signatures and encrypted thoughts have a length of their own, however short the answer may be. */
const MIN_CHARACTERS = 65_536;
/**
 * Bytes of the stream: 1,024 for each token, which may come in an event of its own with 300 bytes around it, and as many as
 * a picture has, or a request whose instructions and tools come back with its answer.
 */
const BYTES_PER_TOKEN = 1_024;
const MIN_BYTES = 16 * 1024 * 1024;
/** Where a call sets no limit: no model of today gives more by itself. */
const DEFAULT_OUTPUT_TOKENS = 128_000;

/** Says, to what is called inside, how many bytes may be read of the answer that is asked for. */
export const answerBytes = new AsyncLocalStorage<number>();

/** Bytes that the stream of an answer may have, pieces that give no text at all included. */
export function maxAnswerBytes(maxOutputTokens: number = DEFAULT_OUTPUT_TOKENS): number {
  return MIN_BYTES + maxOutputTokens * BYTES_PER_TOKEN;
}

export interface AnswerBoundsInput {
  /** The model, as it is named to people. */
  readonly model: string;
  /** Tokens that the provider was told to answer at the most. */
  readonly maxOutputTokens: number | undefined;
}

/**
 * Watches what a provider streams as one answer. A provider that was told a limit keeps to it, so one that does not is
 * broken or hostile, and would fill memory and tables for as long as it likes.
 */
export class AnswerBounds {
  readonly #model: string;
  readonly #maxOutputTokens: number;
  readonly #maxCharacters: number;
  #characters = 0;
  /** Calls come twice, piece by piece and then whole, or only whole; the larger count is right. */
  readonly #pieces = { calls: 0, characters: 0 };
  readonly #whole = { calls: 0, characters: 0 };

  constructor({ model, maxOutputTokens = DEFAULT_OUTPUT_TOKENS }: AnswerBoundsInput) {
    this.#model = model;
    this.#maxOutputTokens = maxOutputTokens;
    this.#maxCharacters = Math.max(MIN_CHARACTERS, maxOutputTokens * CHARACTERS_PER_TOKEN);
  }

  /** Counts the next part, shown and hidden text alike; throws an `AnswerBoundError` when it is too much. */
  add(part: LanguageModelV3StreamPart): void {
    this.#count(part);
    if (Math.max(this.#pieces.calls, this.#whole.calls) > MAX_CALLS)
      throw new AnswerBoundError(
        `Model '${this.#model}' called more than ${MAX_CALLS} tools in one message, and no more may be called at once: ` +
          'tell it to call fewer tools at a time, or choose another model',
      );
    if (this.#total() > this.#maxCharacters)
      throw new AnswerBoundError(
        `Model '${this.#model}' sent more than ${this.#maxCharacters} characters in one answer, though it may have ` +
          `${this.#maxOutputTokens} tokens: check that its endpoint keeps to the limit, or raise maxOutputTokens`,
      );
  }

  /** The error for an answer that does not end in time. */
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
    // Every part counts as one at the least, because a stream of parts with nothing in them need not end either.
    this.#characters += 1 + metadataLength(part);
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#characters += part.delta.length;
        return;
      case 'tool-input-start':
        // What a provider runs by itself is no work of ours.
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
  if (!('providerMetadata' in part) || part.providerMetadata === undefined) return 0;
  return JSON.stringify(part.providerMetadata).length;
}
