import type { ContextEntry } from '../entries.js';
import type { Position } from '../sent/kind.js';
import { placeEntry } from '../sent/place-entry.js';
import { SENT_KINDS, type GivenItem, type MessageReference, type SentItem } from '../sent/sent-kinds.js';
import type { Counters } from '../planning-tools.js';
import type { Remember } from '../text-memory.js';

/** A text of ours around what is said: it is sent whole, whatever is left out beside it. */
export type FixedText = Exclude<GivenItem, MessageReference>;

/** The texts of ours that a call is sent, counted, by where they stand. */
export interface CallFrame {
  system: ContextEntry[];
  /** The messages that come first, whatever is said. */
  prefix: ContextEntry[];
  /** The messages that come last. */
  suffix: ContextEntry[];
  /** The same texts, in order. */
  texts: readonly { given: FixedText; tokens: number }[];
}

/** Frames a call: its system prompt, and the other texts of ours in the order they are given. */
export function frameCall(
  systemPrompt: string | undefined,
  givens: readonly FixedText[],
  { countMessage }: Counters,
): CallFrame {
  const frame: CallFrame & Record<'system' | 'prefix' | 'suffix', ContextEntry[]> = {
    system: [],
    prefix: [],
    suffix: [],
    texts: givens.map((given) => ({ given, tokens: countMessage(toMessage(given)) })),
  };
  if (systemPrompt !== undefined) {
    const message = { role: 'system', content: systemPrompt } as const;
    frame.system.push(placeEntry('system', message, { tokens: countMessage(message) }));
  }
  for (const { given, tokens } of frame.texts) {
    const { position } = SENT_KINDS[given.from];
    frame[PARTS[position]].push(placeEntry(position, toMessage(given), { tokens }));
  }
  return frame;
}

/** The manifest's items of a frame: those before what is said, and those behind it. */
export function rememberFrame(
  { texts }: CallFrame,
  memory: Remember,
): { opened: SentItem[]; closed: SentItem[] } {
  const opened: SentItem[] = [];
  const closed: SentItem[] = [];
  for (const { given, tokens } of texts) {
    const kind = SENT_KINDS[given.from];
    const isBehind = kind.position === 'closing' || kind.position === 'last';
    (isBehind ? closed : opened).push(kind.remember(given, { tokens, memory }));
  }
  return { opened, closed };
}

const PARTS: Readonly<Record<Position, 'system' | 'prefix' | 'suffix'>> = {
  system: 'system',
  last: 'system',
  opening: 'prefix',
  closing: 'suffix',
  spoken: 'suffix',
};

function toMessage({ from, text }: FixedText): { role: 'system' | 'user'; content: string } {
  return { role: PARTS[SENT_KINDS[from].position] === 'system' ? 'system' : 'user', content: text };
}
