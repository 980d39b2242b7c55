import type { ContextEntry } from '../message/entries.js';
import type { RequestForm } from '../grammar/request-template.js';
import { findRequestPlace, type RequestPlace } from '../sent/request-place.js';
import { placeEntry } from '../sent/place-entry.js';
import { SENT_KINDS, type GivenItem, type MessageReference, type SentItem } from '../sent/sent-kinds.js';
import type { Counters } from '../text/counters.js';
import type { Remember } from '../text/text-memory.js';

export type FixedText = Exclude<GivenItem, MessageReference>;

export interface CallFrame {
  system: ContextEntry[];
  prefix: ContextEntry[];
  leadIn: ContextEntry[];
  suffix: ContextEntry[];
  texts: readonly { given: FixedText; tokens: number; place: RequestPlace }[];
}

interface FrameFacts extends RequestForm {
  turnStart: number;
  countMessage: Counters['countMessage'];
}

export function frameCall(
  systemPrompt: string | undefined,
  givens: readonly FixedText[],
  { turnStart, countMessage, ...form }: FrameFacts,
): CallFrame {
  const texts = givens.map((given) => {
    const place = findRequestPlace(SENT_KINDS[given.from], form);
    return { given, place, tokens: countMessage(toMessage(given, place)) };
  });
  const frame: CallFrame = { system: [], prefix: [], leadIn: [], suffix: [], texts };
  if (systemPrompt !== undefined) {
    const message = { role: 'system', content: systemPrompt } as const;
    frame.system.push(placeEntry('system', message, { tokens: countMessage(message) }));
  }
  for (const { given, place, tokens } of texts) {
    const entry = placeEntry(place.position, toMessage(given, place), { index: turnStart, tokens });
    frame[choosePart(place)].push(entry);
  }
  return frame;
}

export interface RememberedFrame {
  opened: SentItem[];
  leadIn: SentItem[];
  closed: SentItem[];
}

export function rememberFrame({ texts }: CallFrame, memory: Remember): RememberedFrame {
  const items: RememberedFrame = { opened: [], leadIn: [], closed: [] };
  for (const { given, place, tokens } of texts)
    items[SIDES[place.position]].push(SENT_KINDS[given.from].remember(given, { tokens, memory }));
  return items;
}

const SIDES: Readonly<Record<RequestPlace['position'], keyof RememberedFrame>> = {
  system: 'opened',
  opening: 'opened',
  'lead-in': 'leadIn',
  closing: 'closed',
  last: 'closed',
  spoken: 'closed',
};

function choosePart({ position, role }: RequestPlace): 'system' | 'prefix' | 'leadIn' | 'suffix' {
  if (role === 'system') return 'system';
  if (position === 'lead-in') return 'leadIn';
  return position === 'opening' ? 'prefix' : 'suffix';
}

function toMessage(
  { text }: FixedText,
  { role }: RequestPlace,
): { role: 'system' | 'user'; content: string } {
  return { role, content: text };
}
