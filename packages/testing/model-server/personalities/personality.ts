import type { ErrorFacts } from '../replies/error-facts.js';
import type { ModelRequest } from '../request/model-request.js';
import type { CountText } from './count-request.js';

/**
 * How a real endpoint differs from the provider whose wire format it speaks: what else it refuses, how it counts, and how
 * it answers. Each part is optional, and several personalities can be combined.
 */
export interface Personality {
  /** Refusals beside those of the wire format; the first one that applies is sent. */
  readonly rules?: readonly RequestRule[];
  /** Counts the tokens of a text, for `contextWindow` and for the usage of answers. */
  readonly countText?: CountText;
  readonly answers?: AnswerStyle;
}

/** Returns what an endpoint refuses a request with, or null. */
export type RequestRule = (request: ModelRequest) => ErrorFacts | null;

/** How an endpoint writes its answers; absent parts are as in the wire format. */
export interface AnswerStyle {
  /** The id of the nth tool call of an answer, in place of the scripted one. */
  readonly toolCallId?: (call: { readonly index: number; readonly name: string }) => string;
  /** Every answer begins with this thought. */
  readonly thought?: string;
  /** The stream ends without the reason why. */
  readonly hasNoFinishReason?: true;
  /** A request for a stream is answered with one JSON body. */
  readonly isNeverStreamed?: true;
  /** The status of every error, in place of its own. */
  readonly errorStatus?: number;
}

/** Combines personalities: all rules hold; of two counters or answer styles, the later one wins. */
export function combinePersonalities(personalities: readonly Personality[]): Personality {
  return {
    rules: personalities.flatMap(({ rules = [] }) => rules),
    countText: personalities.findLast(({ countText }) => countText !== undefined)?.countText,
    answers: Object.assign({}, ...personalities.map(({ answers }) => answers)) as AnswerStyle,
  };
}
