import { nameAbove } from '../../context/sent/name-range.js';
import { SENT_KINDS, type SentItem } from '../../context/sent/sent-kinds.js';
import { groupBy } from '../../protocol/group-by.js';
import type { Touched } from '../touched/touched-thing.js';
import type { KnowledgeReference } from './knowledge-reference.js';

/** Cuts the list, because a call may quote hundreds of messages. */
const MAX_PLACES_CHARACTERS = 900;

export function describeSent(item: SentItem, step: number): Touched | undefined {
  switch (item.from) {
    case 'passages': {
      const places = item.passages.map((place) => ({ seq: typeof place === 'number' ? place : place[0] }));
      return toThing('passage', namePassages(places), { sent: 'passages', step });
    }
    case 'standing': {
      const places = item.requests.map(([seq, , , depth]) => ({ seq, depth }));
      const isOne = new Set(places.map(({ seq, depth }) => `${depth}/${seq}`)).size === 1;
      const name = `standing request${isOne ? '' : 's'} of ${namePlaces(places)}`;
      return toThing('standing request', name, { sent: 'standing', step });
    }
    case 'found-above': {
      const places = item.places.map(([depth, seq]) => ({ seq, depth }));
      return toThing('passage', namePassages(places), { text: item.text });
    }
    case 'ancestor':
      return toThing('summary', SENT_KINDS[item.from].name(item), { text: item.text });
    case 'compaction':
      return toThing('summary', `summary before step ${item.step}`, { text: item.text });
    case 'summary': {
      const { ordinal, coversThrough, text } = item;
      const name = `summary ${ordinal}, through message ${coversThrough}`;
      if (text !== undefined) return toThing('summary', `${name}, cut`, { text });
      return toThing('summary', name, { summary: ordinal });
    }
    default:
      return undefined;
  }
}

/** `above` counts levels upward from the thread. */
export function describeFound(
  passage: { seq: number; above: number; start: number; end: number; characters: number },
  { threadDepth }: { threadDepth: number },
): Touched {
  const { seq, above, start, end, characters } = passage;
  const isWhole = start === 0 && end === characters;
  const part = isWhole ? '' : `, characters ${start}-${end}`;
  const depth = above === 0 ? undefined : threadDepth - above;
  const reference: KnowledgeReference = { message: seq };
  if (depth !== undefined) reference.depth = depth;
  if (!isWhole) reference.range = [start, end];
  return {
    type: 'Knowledge',
    name: `${namePlaces([{ seq, depth }])}${part}`,
    description: 'Found by search_history',
    attributes: { knowledgeType: 'passage', content: reference },
  };
}

interface Place {
  seq: number;
  depth?: number | undefined;
}

function namePassages(places: readonly Place[]): string {
  return `passage${places.length === 1 ? '' : 's'} of ${namePlaces(places)}`;
}

function namePlaces(places: readonly Place[]): string {
  const threads = [...groupBy(places, ({ depth }) => depth)].sort(([one = -1], [other = -1]) => one - other);
  const room = MAX_PLACES_CHARACTERS / threads.length;
  return threads
    .map(([depth, own]) => {
      const above = depth === undefined ? '' : ` of ${nameAbove(depth)}`;
      const seqs = [...new Set(own.map(({ seq }) => seq))].sort((one, other) => one - other);
      return `message${seqs.length === 1 ? '' : 's'} ${listNumbers(seqs, room - above.length)}${above}`;
    })
    .join(' and ');
}

function listNumbers(numbers: readonly number[], room: number): string {
  const texts = numbers.map(String);
  while (texts.length > 1 && texts.join(', ').length > room) texts.pop();
  const left = numbers.length - texts.length;
  return `${texts.join(', ')}${left === 0 ? '' : ` and ${left} more`}`;
}

/** The description follows from the reference when the node is read. */
function toThing(kind: string, name: string, content: KnowledgeReference): Touched {
  return {
    type: 'Knowledge',
    name,
    description: '',
    attributes: { knowledgeType: kind, content },
  };
}
