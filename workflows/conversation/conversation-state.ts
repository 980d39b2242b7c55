import { workflowInfo } from '@temporalio/workflow';
import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import { toConversationKey, type ConversationKey } from '../../protocol/ids.js';
import { DEFAULT_IDLE_TIMEOUT_MS } from '../../protocol/limits.js';
import type { ConversationInput, ConversationStatus, Usage } from '../../protocol/messages.js';
import { TurnLedger } from './turn-ledger.js';

/** All that a conversation Workflow holds: ids and counters, never a text that is stored. */
export interface ConversationState {
  readonly conversationId: string;
  /** With a thread only where it is one. */
  readonly key: Required<Omit<ConversationKey, 'thread'>> & Pick<ConversationKey, 'thread'>;
  /** Where a thread hangs that does not exist yet. */
  readonly anchor: ThreadAnchor | undefined;
  /** Id of the past of a conversation that does not exist yet. */
  readonly pastRef: string | undefined;
  readonly idleTimeoutMs: number;
  readonly ledger: TurnLedger;
  /** Take up unfinished turns that this run does not know: what a predecessor left, or what was forgotten. */
  mustRecover: boolean;
  /** Our search attributes are registered. */
  isSearchable: boolean;
  closing: boolean;
  asksInFlight: number;
  refused: { count: number; last: string | null };
  /** Fields of Signals that mean nothing; undefined: there were none. */
  ignored: ConversationStatus['ignored'];
  /** Of all turns since the conversation began. */
  usage: Usage;
  /** Signals without an id since the conversation began. */
  signals: number;
  lastActivityMs: number;
  /** Events after which this run continues as new; undefined: by the server's word alone. */
  rolloverEvents: number | undefined;
  /** Length of the history when its end was first in sight. */
  rolloverDueAt: number | null;
  /** The `upkeep` that this run started has not ended. */
  isUpkeepRunning: boolean;
  /** Cancels the running turn. */
  cancelRunning: (() => void) | null;
  /** The input of the next run. */
  carry(): ConversationInput;
}

/** The state at the beginning of a run. */
export function conversationState(input: ConversationInput): ConversationState {
  const { flow, user, channel = '', thread, anchor, pastRef, idleTimeoutMs } = input;
  const { workflowId, continuedFromExecutionRunId } = workflowInfo();
  // Only Continue-As-New carries: from a stranger's start it would be believed.
  const carried = continuedFromExecutionRunId === undefined ? undefined : input.carried;
  const ledger = TurnLedger.restore(carried);
  const state: ConversationState = {
    conversationId: workflowId,
    key: { flow, user, channel, thread },
    anchor,
    pastRef,
    idleTimeoutMs: isPositive(idleTimeoutMs) ? idleTimeoutMs : DEFAULT_IDLE_TIMEOUT_MS,
    ledger,
    mustRecover: carried === undefined,
    isSearchable: false,
    closing: carried?.closing ?? false,
    asksInFlight: 0,
    ignored: undefined,
    refused: { count: carried?.refused ?? 0, last: carried?.lastRefusal ?? null },
    usage: carried?.usage ?? { inputTokens: 0, outputTokens: 0, cost: 0 },
    signals: carried?.signals ?? 0,
    lastActivityMs: Date.now(),
    rolloverEvents: undefined,
    rolloverDueAt: null,
    isUpkeepRunning: false,
    cancelRunning: null,
    carry: () => ({
      ...toConversationKey(input),
      anchor,
      pastRef,
      idleTimeoutMs: isPositive(idleTimeoutMs) ? idleTimeoutMs : undefined,
      carried: {
        ...ledger.carry(),
        refused: state.refused.count,
        ...(state.refused.last !== null && { lastRefusal: state.refused.last }),
        closing: state.closing,
        usage: state.usage,
        ...(state.signals > 0 && { signals: state.signals }),
      },
    }),
  };
  return state;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
