import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { Explained, SegmentName } from '../explain/explained.js';
import type { ExplainRows } from '../explain/explain-rows.js';
import type { LeftRange } from '../left.js';
import type { Remember } from '../text-memory.js';
import type { CutText } from '../trim/cut-text.js';
import type { Needs } from './needs.js';
import type { ManifestSources } from './sources.js';

/**
 * Where the messages of a kind stand in a request: `system` among the system's, `opening` and `closing` around all
 * that is said, `lead-in` right before the question of the turn, `last` as a system message behind everything.
 */
export type Position = 'system' | 'opening' | 'spoken' | 'lead-in' | 'closing' | 'last';

/**
 * One kind of text that a call can be sent: how it is written into a manifest, rendered from it, counted and
 * explained. `Given` is what a plan holds of it, `Item` what a manifest does, `Place` what an explanation does.
 */
export interface SentKind<
  Given,
  Item extends { from: string; tokens: number },
  Place extends { from: string },
> {
  position: Position;
  /** Where it stood in the first layout of manifests; absent: in the same place. */
  firstPosition?: Position;
  /** The newest user message of this kind is the one that the turn asks. */
  asks?: true;
  /** The manifest's item for one message. */
  remember(given: Given, facts: RememberFacts): Item;
  /** One item for two neighbours; undefined: they stay two. */
  join?(last: Item, next: Item): Item | undefined;
  /** The rows and texts that an item refers to. */
  need(item: Readable<Item>): Needs;
  /**
   * The messages of an item, made of those rows and texts alone. Throws where one is missing. What is the system's here is
   * sent as the user's words where the request has no place for it, see `findPlace`.
   */
  render(item: Item, facts: RenderFacts): ModelMessage[];
  /** The name of its places in explanations. */
  place: Place['from'];
  /** A place in words. */
  name(place: Place): string;
  /** The messages of an item for people; rows that are gone are left away. */
  explain(item: Readable<Item>, facts: ExplainFacts): Explained<Place>[];
  /** The tokens of an item by the part of the window they fill, without those of the system prompt's part. */
  fill(item: Item, facts: FillFacts): Partial<Record<SegmentName, number>>;
}

/** A kind whose messages are planned one by one, so that some of them can be left out. */
export interface PlacedKind<
  Given,
  Item extends { from: string; tokens: number },
  Place extends { from: string },
> extends SentKind<Given, Item, Place> {
  /** Where a message that is left out is noted. */
  locate(given: Given): { from: LeftRange['from']; place: number };
}

/** An item as any policy wrote it: the first ones kept no tokens. */
export type Readable<Item> = Item extends { tokens: number }
  ? Omit<Item, 'tokens'> & { tokens?: number }
  : never;

interface RememberFacts {
  tokens: number;
  /** How the message was cut inside; undefined: it is sent whole. */
  cut?: CutText | undefined;
  memory: Remember;
}

export interface RenderFacts {
  sources: ManifestSources;
  /** Texts of placeholders, by places in the thread. */
  placeholders: ReadonlyMap<number, string>;
  pointers: readonly SentPointer[];
  /** By places in the thread; absent: none. */
  attachments?: ReadonlyMap<number, SentAttachments>;
}

export interface ExplainFacts {
  rows: ExplainRows;
  tokenFactor: number;
  placeholders: readonly SentPlaceholder[];
  pointers: readonly SentPointer[];
  pictures: readonly SentPictures[];
  attachments: readonly SentAttachments[];
  left: readonly LeftRange[];
}

interface FillFacts {
  /** The messages that the item sends. */
  messages: readonly Explained<{ from: string }>[];
  /** The turn's own message in its thread; -Infinity: there is none. */
  currentSeq: number;
}

/** A message of the thread that is sent as a placeholder. */
export interface SentPlaceholder {
  seq: number;
  /** Hash of the placeholder's text. */
  text: string;
  tokens: number;
}

/** A tool result that is sent as a pointer to what is stored. */
export interface SentPointer {
  step: number;
  ordinal: number;
  /** Hash of the pointer's text. */
  text: string;
  tokens: number;
  /** Of one that is only old, pictures stay beside the pointer. */
  rule: 'spilled' | 'evicted';
}

/** Pictures of a tool result that are sent in a user message behind it: the grammar has no place for them in results. */
export interface SentPictures {
  step: number;
  ordinal: number;
  count: number;
  /** Tokens of the result with that message. */
  tokens: number;
}

/** A message of the thread, or the input, that has pictures. */
export interface SentAttachments {
  /** Place in the thread; 0: the input of an execution outside a conversation. */
  seq: number;
  /** Ordinals of those of its pictures that are sent, behind its text. */
  shown: readonly number[];
  /** Hash of what is said of the others; absent: all are sent. */
  note?: string | undefined;
  /** Of the message, as it is sent. */
  tokens: number;
}

/** The form of a text that is sent whole, as an explanation says it. */
export const WHOLE = { kind: 'whole' } as const;
