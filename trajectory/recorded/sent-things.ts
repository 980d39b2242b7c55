import { SENT_KINDS, type SentItem } from '../../context/sent/sent-kinds.js';
import { SENT_TO_MODEL, type Touched } from '../touched/touched-thing.js';
import type { KnowledgeReference } from './knowledge-reference.js';

/** A call may quote hundreds of messages. */
const MAX_PLACES_CHARACTERS = 900;

/** Describes a manifest's item besides messages: one thing, however many messages it quotes. */
export function describeSent(item: SentItem, step: number): Touched | undefined {
  switch (item.from) {
    case 'passages': {
      const seqs = item.passages.map((place) => (typeof place === 'number' ? place : place[0]));
      return toThing('passage', nameMessages(seqs), { sent: 'passages', step });
    }
    case 'standing': {
      const seqs = item.requests.map(([seq]) => seq);
      const isOne = new Set(seqs).size === 1;
      const name = `standing request${isOne ? '' : 's'} of ${nameMessages(seqs)}`;
      return toThing('standing request', name, { sent: 'standing', step });
    }
    case 'found-above':
      return toThing('passage', SENT_KINDS[item.from].name(item), { text: item.text });
    case 'ancestor':
      return toThing('summary', SENT_KINDS[item.from].name(item), { text: item.text });
    case 'compaction':
      return toThing('summary', `summary before step ${item.step}`, { text: item.text });
    case 'summary':
      return toThing('summary', `summary ${item.ordinal}, through message ${item.coversThrough}`, {
        summary: item.ordinal,
      });
    default:
      return undefined;
  }
}

/** `message 3`, or `messages 3, 5`. */
export function nameMessages(seqs: readonly number[]): string {
  const places = [...new Set(seqs)].sort((one, other) => one - other);
  return `message${places.length === 1 ? '' : 's'} ${places.join(', ').slice(0, MAX_PLACES_CHARACTERS)}`;
}

/** Described here: a model would only repeat what the name says. */
function toThing(kind: string, name: string, content: KnowledgeReference): Touched {
  return {
    type: 'Knowledge',
    name,
    description: `${SENT_TO_MODEL}: ${kind}`,
    attributes: { knowledgeType: kind, content },
  };
}
