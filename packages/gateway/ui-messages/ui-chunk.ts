import type { CutOffReason } from '../../../protocol/finish-reason.js';

export interface AnswerMetadata {
  turnId: string;
  executionId?: string;
  model?: string;
  usage?: { inputTokens: number; outputTokens: number };
  /** The sum of the known prices in USD, or null if none is known. */
  cost?: string | null;
  unpricedCalls?: number;
  status?: 'completed' | 'failed' | 'cancelled';
  finishReason?: CutOffReason;
  error?: { type: string; message: string };
}

interface PartMetadata {
  threadline: { discarded: true };
}

export type UIChunk =
  | { type: 'start'; messageId: string; messageMetadata: AnswerMetadata }
  | { type: 'start-step' }
  | { type: 'finish-step' }
  /** Only AI SDK 7 has this chunk. It drops everything since `start-step`. */
  | { type: 'reset-step' }
  | { type: 'text-start' | 'reasoning-start'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | { type: 'text-end' | 'reasoning-end'; id: string; providerMetadata?: PartMetadata }
  /**
   * `providerMetadata` holds the call's place, which the page returns with the output. With `providerExecuted`, the
   * page neither runs nor awaits the call.
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

/** `both` uses only what AI SDK 6 and 7 share. */
export type Dialect = 'both' | 'v7';
