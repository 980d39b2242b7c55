import { ADDED } from './added-kinds.js';
import { above } from './above.js';
import { ancestor } from './ancestor.js';
import { anchor } from './anchor.js';
import { answers } from './answers.js';
import { brokenCalls } from './broken-calls.js';
import { compaction } from './compaction.js';
import { conversation } from './conversation.js';
import { directive } from './directive.js';
import { input } from './input.js';
import { foundAbove } from './found-above.js';
import type { PlacedKind, SentKind } from './kind.js';
import { aside, joined, opening, schema } from './plain-kinds.js';
import { passages } from './passages.js';
import { prompt } from './prompt.js';
import { standing } from './standing.js';
import { summary } from './summary.js';
import { trace } from './trace.js';

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
  ...ADDED,
};

type Kinds = typeof KINDS;
type Placed = typeof PLACED;

export type SentItem = ReturnType<Kinds[keyof Kinds]['remember']>;
export type GivenItem = Parameters<Kinds[keyof Kinds]['remember']>[0];
export type MessageReference = Parameters<Placed[keyof Placed]['remember']>[0];
export type MessagePlace = Parameters<Kinds[keyof Kinds]['name']>[0];

export type AnySentKind = SentKind<GivenItem, SentItem, MessagePlace>;

/** Type-checks that each kind's `from` equals its key. */
export const SENT_KINDS: Readonly<Record<SentItem['from'], AnySentKind>> = KINDS;
export const PLACED_KINDS: Readonly<
  Record<MessageReference['from'], PlacedKind<MessageReference, SentItem, MessagePlace>>
> = PLACED;
