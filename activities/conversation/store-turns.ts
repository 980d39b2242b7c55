import { wellFormed } from '../../context/well-formed.js';
import { isFinal, type FinalStatus, type TurnKind } from '../../flow/execution/status.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import { acceptTurns, type AnsweringMessage, type NewTurn } from '../../store/conversation/accept-turns.js';
import type { ActivityDependencies } from '../dependencies.js';
import type { ThreadAnchor } from '../../context/threads/thread-anchor.js';
import type { ThreadRefusal } from '../../store/threads/thread-refusal.js';
import { parentWorkflowId } from '../../protocol/ids.js';
import { callerWorkflowId } from '../workflow-id.js';

export interface StoreTurnsInput {
  flow: string;
  user: string;
  channel: string;
  /** Of a sub-thread. */
  thread?: string;
  /** Where the sub-thread hangs if it does not exist yet. */
  anchor?: ThreadAnchor;
  turns: readonly NewTurn[];
  /** Also take up what an earlier run left unfinished. */
  recover: boolean;
}

/** Small on purpose: it is recorded with every turn. What is absent is the usual. */
export type StoreTurnsResult =
  | { kind: 'unknown-flow'; known: readonly string[] }
  | ThreadRefusal
  | {
      kind: 'ok';
      turns: readonly { id: string; kind?: TurnKind; ended?: FinalStatus }[];
      missingTexts?: readonly string[];
      /** Messages that answered a question of a turn, and are no turns. */
      answers?: readonly AnsweringMessage[];
      isSearchable?: true;
    };

/** Stores what a conversation accepted: find-or-create the conversation, one row a turn, in order. */
export function createStoreTurns({ db, isSearchable, onPoint }: ActivityDependencies) {
  return async function storeTurns(input: StoreTurnsInput): Promise<StoreTurnsResult> {
    await onPoint?.('storeTurns.before');
    const { anchor, ...rest } = input;
    const result = await acceptTurns(db, {
      ...rest,
      ...(anchor !== undefined && { anchor: { ...anchor, parentId: parentWorkflowId(input, anchor) } }),
      workflowId: callerWorkflowId(),
      countTokens: (content) => countMessageTokens({ role: 'user', content }),
      clean: wellFormed,
    });
    await onPoint?.('storeTurns.after');
    if (result.kind !== 'accepted') return result;
    return {
      kind: 'ok',
      turns: result.turns.map(({ turnId, kind, status }) => ({
        id: turnId,
        ...(kind === 'clear' && { kind }),
        ...(isFinal(status) && { ended: status }),
      })),
      ...(result.answers.length > 0 && { answers: result.answers }),
      ...(result.missingTexts.length > 0 && { missingTexts: result.missingTexts }),
      ...(isSearchable() && { isSearchable: true as const }),
    };
  };
}
