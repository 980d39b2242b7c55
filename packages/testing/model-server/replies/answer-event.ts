import type { FinishReason } from './reply.js';
import type { ReplyUsage } from './usage.js';

/** One piece of an answer, before a wire format writes it. An answer begins with `start` and ends with `finish`. */
export type AnswerEvent =
  /** The usage to come, for formats that begin with it. */
  | { readonly kind: 'start'; readonly usage: ReplyUsage }
  | { readonly kind: 'reasoning'; readonly delta: string }
  /** Ends the reasoning. */
  | { readonly kind: 'reasoning-signature'; readonly signature: string }
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'tool-call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'tool-arguments'; readonly index: number; readonly delta: string }
  | {
      readonly kind: 'finish';
      readonly reason: FinishReason;
      /** The reason is not sent. */
      readonly isReasonHidden?: true;
      readonly usage: ReplyUsage;
    };
