import type { FinishReason } from './reply.js';
import type { ReplyUsage } from './usage.js';

/** Answers begin with `start` and end with `finish`. */
export type AnswerEvent =
  /** Some formats begin with the usage. */
  | { readonly kind: 'start'; readonly usage: ReplyUsage }
  | { readonly kind: 'reasoning'; readonly delta: string }
  | { readonly kind: 'reasoning-signature'; readonly signature: string }
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'tool-call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'tool-arguments'; readonly index: number; readonly delta: string }
  | {
      readonly kind: 'finish';
      readonly reason: FinishReason;
      readonly isReasonHidden?: true;
      readonly usage: ReplyUsage;
    };
