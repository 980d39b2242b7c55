import type { ErrorFacts, ModelRequest } from '../http/model-request.js';
import type { CountText } from './count-request.js';

/** Personalities can be combined. */
export interface Personality {
  /** The first match is sent. */
  readonly rules?: readonly RequestRule[];
  /** For `contextWindow` and the usage of answers. */
  readonly countText?: CountText;
  readonly answers?: AnswerStyle;
}

export type RequestRule = (request: ModelRequest) => ErrorFacts | null;

/** Absent parts follow the wire format. */
export interface AnswerStyle {
  /** Replaces the scripted id. */
  readonly toolCallId?: (call: { readonly index: number; readonly name: string }) => string;
  /** Every answer begins with this reasoning. */
  readonly thought?: string;
  readonly hasNoFinishReason?: true;
  readonly isNeverStreamed?: true;
  /** Replaces the status of every error. */
  readonly errorStatus?: number;
}
