import type { ErrorFacts, ModelRequest } from '../http/model-request.js';
import type { CountText } from './count-request.js';

/** How a provider differs from the wire format. Personalities can be combined. */
export interface Personality {
  /** The first rule that applies decides the answer. */
  readonly rules?: readonly RequestRule[];
  /** Counts tokens for `contextWindow` and for the usage of answers. */
  readonly countText?: CountText;
  readonly answers?: AnswerStyle;
}

export type RequestRule = (request: ModelRequest) => ErrorFacts | null;

export interface AnswerStyle {
  /** Replaces the scripted id. */
  readonly toolCallId?: (call: { readonly index: number; readonly name: string }) => string;
  readonly thought?: string;
  readonly hasNoFinishReason?: true;
  readonly isNeverStreamed?: true;
  readonly errorStatus?: number;
}
