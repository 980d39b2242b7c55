import { above } from './above.js';
import { ancestor } from './ancestor.js';
import { anchor } from './anchor.js';
import { answers } from './answers.js';
import { aside } from './aside.js';
import { brokenCalls } from './broken-calls.js';
import { compaction } from './compaction.js';
import { conversation } from './conversation.js';
import { directive } from './directive.js';
import { input } from './input.js';
import { foundAbove } from './found-above.js';
import { joined } from './joined.js';
import type { PlacedKind, Readable, SentKind } from './kind.js';
import { note } from './note.js';
import { opening } from './opening.js';
import { passages } from './passages.js';
import { prompt } from './prompt.js';
import { schema } from './schema.js';
import { standing } from './standing.js';
import { summary } from './summary.js';
import { trace } from './trace.js';

/** Kinds whose messages are planned one by one. */
const PLACED = {
  conversation,
  'broken-calls': brokenCalls,
  input,
  prompt,
  answers,
  aside,
  joined,
  trace,
};

/** All kinds of text that a call can be sent: whatever is written, rendered, counted or explained is one of these. */
const KINDS = {
  ...PLACED,
  opening,
  schema,
  standing,
  compaction,
  ancestor,
  above,
  anchor,
  summary,
  'found-above': foundAbove,
  passages,
  directive,
  note,
};

type Kinds = typeof KINDS;
type Placed = typeof PLACED;

/** A message, or several in a row, as a manifest says that it is sent. */
export type SentItem = ReturnType<Kinds[keyof Kinds]['remember']>;
/** An item of any policy's manifest. */
export type ReadableItem = Readable<SentItem>;
/** A text to be sent, as a plan holds it. */
export type GivenItem = Parameters<Kinds[keyof Kinds]['remember']>[0];
/** Where a planned message is stored. */
export type MessageReference = Parameters<Placed[keyof Placed]['remember']>[0];
/** Where a message that is sent stands. */
export type MessagePlace = Parameters<Kinds[keyof Kinds]['name']>[0];

type ItemFrom<From> = Extract<SentItem, { from: From }>;
/** The thread's summary as a manifest says that it is sent. */
export type SentPassages = ItemFrom<'passages'>;
/** The passages found in what is above a thread. */
export type SentFoundAbove = ItemFrom<'found-above'>;
/** The request for a summary with the answer. */
export type SentDirective = ItemFrom<'directive'>;

export type AnySentKind = SentKind<GivenItem, SentItem, MessagePlace>;

/** By the name of the items: a kind whose items have another name than its place in the table does not compile. */
export const SENT_KINDS: Readonly<Record<SentItem['from'], AnySentKind>> = KINDS;
/** The kinds of messages that are planned one by one, by the name of their references. */
export const PLACED_KINDS: Readonly<
  Record<MessageReference['from'], PlacedKind<MessageReference, SentItem, MessagePlace>>
> = PLACED;
