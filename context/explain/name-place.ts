import type { LeftRange } from '../manifest.js';
import type { MessagePlace } from './explanation.js';

/**
 * Where a message stands, in words: `message 17`, `step 3 result 2`, `summary of steps 1-4`, `summary 2 of messages
 * 1-40`, `message 3, found`, `note`, `input`.
 */
export function namePlace(place: MessagePlace): string {
  switch (place.from) {
    case 'conversation':
      return `message ${place.seq}`;
    case 'trace':
      return place.ordinal === 0 ? `step ${place.step}` : `step ${place.step} result ${place.ordinal}`;
    case 'compaction':
      return nameSummary(place);
    case 'summary':
      return `summary ${place.ordinal} of ${plural('message', place.coversFrom, place.coversThrough)}`;
    case 'passage':
      return `${place.isPart ? 'part of ' : ''}message ${place.seq}, found`;
    case 'ancestor':
      return 'summary of a thread above';
    case 'anchor':
      return 'what the thread hangs on';
    case 'directive':
      return 'request for a summary';
    case 'answer':
      return `answer of step ${place.step}`;
    case 'opening':
      return 'system prompt again';
    case 'input':
    case 'prompt':
    case 'aside':
    case 'note':
      return place.from;
  }
}

/** Neighbours in words: `messages 1-12`, `step 3`, `input`. */
export function nameRange({ from, first, last }: Pick<LeftRange, 'from' | 'first' | 'last'>): string {
  if (from === 'input') return from;
  return plural(from === 'trace' ? 'step' : 'message', first, last);
}

function nameSummary(place: Extract<MessagePlace, { from: 'compaction' }>): string {
  const { firstSeq, throughSeq, throughStep, hasTouched } = place;
  const parts = [
    ...(firstSeq === null || throughSeq === null ? [] : [plural('message', firstSeq, throughSeq)]),
    ...(throughStep < 1 ? [] : [plural('step', 1, throughStep)]),
  ];
  const name = parts.length === 0 ? 'summary' : `summary of ${parts.join(' and ')}`;
  return hasTouched ? `${name}, with what was touched` : name;
}

function plural(word: string, first: number, last: number): string {
  return first === last ? `${word} ${first}` : `${word}s ${first}-${last}`;
}
