import { isFinal } from '../../flow/execution/execution-status.js';
import type {
  AnsweringMessage,
  ChangeOutcome,
  DropOutcome,
  PartOfTurn,
  RefusedTurn,
  ThreadRefusal,
} from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';
import type { AcceptedTurn, OrderedTurn, QueueState } from './load-queue-state.js';
import type { SortedRetries } from './retried-turns.js';
import { compareTurns } from './turn-sequence.js';

export type AcceptTurnsResult =
  | { kind: 'unknown-flow'; known: string[] }
  | ThreadRefusal
  | {
      kind: 'accepted';
      /** Listed in processing order. If a turn is new or changed, these are all unfinished turns. */
      turns: AcceptedTurn[];
      answers: AnsweringMessage[];
      joined: PartOfTurn[];
      missingTexts: string[];
      refused?: RefusedTurn[] | undefined;
      changes?: ChangeOutcome[] | undefined;
      drops?: DropOutcome[] | undefined;
      overLimit?: string[] | undefined;
      conflicts?: string[] | undefined;
      repeatConflicts?: number[] | undefined;
    };

export function toAcceptedTurns(
  { known, unfinished }: QueueState,
  { waiting, turns: given }: Pick<AcceptTurnsInput, 'waiting' | 'turns'>,
  done: {
    stored?: OrderedTurn[];
    answers?: AnsweringMessage[];
    missing?: string[];
    refused?: RefusedTurn[];
    overLimit: string[];
    retries?: SortedRetries;
    changes?: ChangeOutcome[];
    joined?: PartOfTurn[];
    drops?: DropOutcome[];
    conflicts?: string[];
    repeatConflicts?: number[];
  },
): AcceptTurnsResult {
  const { stored = [], answers = [], missing = [], refused = [], overLimit, retries } = done;
  const { changes = [], joined = [], drops, conflicts, repeatConflicts } = done;
  const isLost = unfinished.some(({ turnId }) => !waiting.includes(turnId));
  const givenIds = new Set(given.map(({ turnId }) => turnId));
  const asked = known.filter(({ turnId }) => givenIds.has(turnId));
  const whole = asked.filter(({ part }) => part === null);
  const answering = new Set(answers.flatMap(({ messageId, isOwn }) => (isOwn ? [] : [messageId])));
  const isOther = ({ turnId }: OrderedTurn) => !answering.has(turnId);
  const changed = new Set(changes.flatMap((change) => ('problem' in change ? [] : [change.turnId])));
  const repeatedOpen = known.filter(({ turnId, status }) => changed.has(turnId) && !isFinal(status));
  const others = isLost || changed.size > 0 ? unfinished : [];
  const turns = [...new Set([...whole, ...others, ...repeatedOpen, ...stored.filter(isOther)])].sort(
    compareTurns,
  );
  return {
    kind: 'accepted',
    turns: turns.map(({ turnId, kind, status, whileRunning }) => ({ turnId, kind, status, whileRunning })),
    joined: [
      ...asked.filter(isOther).flatMap(({ part }) => part ?? []),
      ...(retries?.joined ?? []),
      ...joined,
    ],
    answers,
    missingTexts: missing,
    refused: unlessEmpty([...refused, ...(retries?.refused ?? [])]),
    changes: unlessEmpty(changes),
    drops: unlessEmpty(drops),
    overLimit: unlessEmpty(overLimit),
    conflicts: unlessEmpty(conflicts),
    repeatConflicts: unlessEmpty(repeatConflicts),
  };
}

function unlessEmpty<One>(list: One[] | undefined): One[] | undefined {
  return !list || list.length === 0 ? undefined : list;
}
