import type {
  AnsweringMessage,
  DropOutcome,
  PartOfTurn,
  RefusedTurn,
  ThreadRefusal,
} from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';
import type { AcceptedTurn, OrderedTurn, TurnsBefore } from './find-turns-before.js';
import type { SortedRetries } from './retried-turns.js';
import { compareTurns } from './turn-sequence.js';

export type AcceptTurnsResult =
  | { kind: 'unknown-flow'; known: string[] }
  | ThreadRefusal
  | {
      kind: 'accepted';
      /**
       * The given turns, in the order in which they are processed. With turns that nobody knew of, all unfinished ones,
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
      /** Ids of given turns under which other content is stored. Absent when there are none. */
      conflicts?: string[] | undefined;
      /** Indexes of the repeated turns whose content differs from the stored one. Absent when there are none. */
      repeatConflicts?: number[] | undefined;
    };

/** The result of accepting turns, of what was known before and what was done. */
export function toAcceptedTurns(
  { known, unfinished }: TurnsBefore,
  { waiting, turns: given }: Pick<AcceptTurnsInput, 'waiting' | 'turns'>,
  done: {
    stored?: OrderedTurn[];
    answers?: AnsweringMessage[];
    missing?: string[];
    refused?: RefusedTurn[];
    overLimit: string[];
    retries?: SortedRetries;
    drops?: DropOutcome[];
    conflicts?: string[];
    repeatConflicts?: number[];
  },
): AcceptTurnsResult {
  const { stored = [], answers = [], missing = [], refused = [], overLimit, retries, drops } = done;
  const { conflicts, repeatConflicts } = done;
  const isLost = unfinished.some(({ turnId }) => !waiting.includes(turnId));
  // Those that are only compared are not returned: the Workflow knows how they stand.
  const givenIds = new Set(given.map(({ turnId }) => turnId));
  const asked = known.filter(({ turnId }) => givenIds.has(turnId));
  const whole = asked.filter(({ part }) => part === null);
  const answering = new Set(answers.flatMap(({ messageId, isOwn }) => (isOwn ? [] : [messageId])));
  const isOther = ({ turnId }: OrderedTurn) => !answering.has(turnId);
  const turns = [...whole, ...(isLost ? unfinished : []), ...stored.filter(isOther)].sort(compareTurns);
  return {
    kind: 'accepted',
    turns: turns.map(({ turnId, kind, status, whileRunning }) => ({ turnId, kind, status, whileRunning })),
    joined: [...asked.filter(isOther).flatMap(({ part }) => part ?? []), ...(retries?.joined ?? [])],
    answers,
    missingTexts: missing,
    refused: unlessEmpty([...refused, ...(retries?.refused ?? [])]),
    drops: unlessEmpty(drops),
    overLimit: unlessEmpty(overLimit),
    conflicts: unlessEmpty(conflicts),
    repeatConflicts: unlessEmpty(repeatConflicts),
  };
}

function unlessEmpty<One>(list: One[] | undefined): One[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
