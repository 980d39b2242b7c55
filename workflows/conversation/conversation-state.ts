import { workflowInfo } from '@temporalio/workflow';
import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import { toConversationKey, type ConversationKey } from '../../protocol/ids.js';
import { DEFAULT_IDLE_TIMEOUT_MS } from '../../protocol/limits.js';
import type { SearchAttributeName } from '../../protocol/search-attributes.js';
import type { ConversationInput, ConversationStatus, Usage } from '../../protocol/messages.js';
import { TurnLedger } from './turn-ledger.js';

/** Contains ids and counters, never text. */
export interface ConversationState {
  readonly conversationId: string;
  readonly key: Required<Omit<ConversationKey, 'thread'>> & Pick<ConversationKey, 'thread'>;
  readonly anchor: ThreadAnchor | undefined;
  readonly pastRef: string | undefined;
  readonly idleTimeoutMs: number;
  readonly ledger: TurnLedger;
  /** True if rows may have unfinished turns that this run does not know. */
  mustRecover: boolean;
  registered: readonly SearchAttributeName[];
  closing: boolean;
  asksInFlight: number;
  refused: { count: number; last: string | null };
  ignored: ConversationStatus['ignored'];
  usage: Usage;
  signals: number;
  lastActivityMs: number;
  rolloverEvents: number;
  rolloverDueAt: number | null;
  isUpkeepRunning: boolean;
  cancelRunning: (() => void) | null;
  carry(): ConversationInput;
}

export function conversationState(input: ConversationInput): ConversationState {
  const { flow, user, channel = '', thread, anchor, pastRef, idleTimeoutMs } = input;
  const { workflowId, continuedFromExecutionRunId } = workflowInfo();
  // Carried state counts only after Continue-As-New, because anyone may start a Workflow with it.
  const carried = continuedFromExecutionRunId === undefined ? undefined : input.carried;
  const ledger = TurnLedger.restore(carried);
  const state: ConversationState = {
    conversationId: workflowId,
    key: { flow, user, channel, thread },
    anchor,
    pastRef,
    idleTimeoutMs: isPositive(idleTimeoutMs) ? idleTimeoutMs : DEFAULT_IDLE_TIMEOUT_MS,
    ledger,
    mustRecover: !carried,
    registered: [],
    closing: carried?.closing ?? false,
    asksInFlight: 0,
    ignored: undefined,
    refused: { count: carried?.refused ?? 0, last: carried?.lastRefusal ?? null },
    usage: carried?.usage ?? { inputTokens: 0, outputTokens: 0, cost: 0 },
    signals: carried?.signals ?? 0,
    lastActivityMs: Date.now(),
    rolloverEvents: Infinity,
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
