import type { CutOffReason } from '../../protocol/finish-reason.js';

/** The facts that a chat's page knows of an answer beside its parts. */
export interface AnswerMetadata {
  turnId: string;
  /** Absent: the turn has not begun, or was cancelled before it did. */
  executionId?: string;
  /** The model that gave the answer. */
  model?: string;
  usage?: { inputTokens: number; outputTokens: number };
  /** USD, as a decimal: of the calls whose price is known; null: it is known of none. */
  cost?: string | null;
  /** The number of calls whose price is not known; absent: none. */
  unpricedCalls?: number;
  /** How the turn ended; absent: it has not. */
  status?: 'completed' | 'failed' | 'cancelled';
  /** Why the answer is not whole. Absent when it is. */
  finishReason?: CutOffReason;
  /** Why it failed, in words for its reader. */
  error?: { type: string; message: string };
}

/** Which step's which try a text is of. `discarded`: the model call was tried again, and the text is no part of the answer. */
interface PartMetadata {
  threadline: { discarded: true };
}

/** A chunk of the AI SDK's UI message stream: those that we send. */
export type UIChunk =
  | { type: 'start'; messageId: string; messageMetadata: AnswerMetadata }
  | { type: 'start-step' }
  | { type: 'finish-step' }
  /** Version 7 alone: drops what came since `start-step`. */
  | { type: 'reset-step' }
  | { type: 'text-start' | 'reasoning-start'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | { type: 'text-end' | 'reasoning-end'; id: string; providerMetadata?: PartMetadata }
  /**
   * `providerMetadata`: the place of the call, by which the page sends its output back. `providerExecuted`: the call is settled, so
   * the page neither runs it nor waits for it.
   */
  | {
      type: 'tool-input-available';
      toolCallId: string;
      toolName: string;
      input: unknown;
      providerMetadata: { threadline: { call: string } };
      providerExecuted?: true;
    }
  | { type: 'tool-approval-request'; toolCallId: string; approvalId: string }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | { type: 'tool-output-denied'; toolCallId: string }
  | { type: `data-${string}`; id?: string; data: unknown; transient?: true }
  | { type: 'message-metadata'; messageMetadata: AnswerMetadata }
  | {
      type: 'finish';
      finishReason: 'stop' | 'tool-calls' | 'error' | CutOffReason;
      messageMetadata: AnswerMetadata;
    }
  | { type: 'abort'; reason?: string }
  | { type: 'error'; errorText: string };

/** The version that a page's chat speaks: `both` is the part that versions 6 and 7 of the AI SDK share. */
export type Dialect = 'both' | 'v7';
