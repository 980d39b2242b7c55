import type {
  AnsweringMessage,
  DropOutcome,
  PartOfTurn,
  RefusedTurn,
  ThreadRefusal,
} from '../../protocol/activities/conversation.js';
import type { AcceptedTurn, OrderedTurn, TurnsBefore } from './find-turns-before.js';
import type { SortedRetries } from './retried-turns.js';
import { compareTurns } from './turn-sequence.js';

export type AcceptTurnsResult =
  | { kind: 'unknown-flow'; known: string[] }
  | ThreadRefusal
  | {
      kind: 'accepted';
      /**
       * The given turns, in the order in which they are worked off. With turns that nobody knew of, all unfinished ones,
       * so that the Workflow sees between which of them those belong.
       */
      turns: AcceptedTurn[];
      answers: AnsweringMessage[];
      /** Those of the given messages that have joined a turn. */
      joined: PartOfTurn[];
      /** Ids of turns whose text reference has no stored text. */
      missingTexts: string[];
      /**
       * Messages with a file that their user does not have, and retries of what cannot be tried again; absent: none.
       */
      refused?: RefusedTurn[] | undefined;
      /** The result of each drop, in their order; absent: there were none. */
      drops?: DropOutcome[] | undefined;
      /** Ids of turns that are more than the user may have, of which nothing is stored; absent: none. */
      overLimit?: string[] | undefined;
    };

/** The result of accepting turns, of what was known before and what was done. */
export function toAcceptedTurns(
  { known, unfinished }: TurnsBefore,
  { waiting }: { waiting: readonly string[] },
  done: {
    stored?: OrderedTurn[];
    answers?: AnsweringMessage[];
    missing?: string[];
    refused?: RefusedTurn[];
    overLimit: string[];
    retries?: SortedRetries;
    drops?: DropOutcome[];
  },
): AcceptTurnsResult {
  const { stored = [], answers = [], missing = [], refused = [], overLimit, retries, drops } = done;
  const isLost = unfinished.some(({ turnId }) => !waiting.includes(turnId));
  const whole = known.filter(({ part }) => part === null);
  const turns = [...whole, ...(isLost ? unfinished : []), ...stored].sort(compareTurns);
  return {
    kind: 'accepted',
    turns: turns.map(({ turnId, kind, status, whileRunning }) => ({ turnId, kind, status, whileRunning })),
    joined: [...known.flatMap(({ part }) => part ?? []), ...(retries?.joined ?? [])],
    answers,
    missingTexts: missing,
    refused: unlessEmpty([...refused, ...(retries?.refused ?? [])]),
    drops: unlessEmpty(drops),
    overLimit: unlessEmpty(overLimit),
  };
}

function unlessEmpty<One>(list: One[] | undefined): One[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
