import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { Explained, SegmentName } from './explained.js';
import type { ExplainRows } from './explain-rows.js';
import type { LeftRange } from '../message/left.js';
import type { Remember } from '../text/text-memory.js';
import type { CutText } from '../plan/cut-text.js';
import type { Needs } from '../message/needs.js';
import type { ManifestSources } from './sources.js';

/** `opening` and `closing` surround the messages, `lead-in` precedes the question. */
export type Position = 'system' | 'opening' | 'spoken' | 'lead-in' | 'closing' | 'last';

/** A text as planned, as stored in a manifest, and as explained. */
export interface SentKind<
  Planned,
  Sent extends { from: string; tokens: number },
  Place extends { from: string },
> {
  position: Position;
  asks?: true;
  remember(given: Planned, facts: RememberFacts): Sent;
  join?(last: Sent, next: Sent): Sent | undefined;
  need(item: Sent): Needs;
  render(item: Sent, facts: RenderFacts): ModelMessage[];
  place: Place['from'];
  name(place: Place): string;
  explain(item: Sent, facts: ExplainFacts): Explained<Place>[];
  fill(item: Sent, facts: FillFacts): Partial<Record<SegmentName, number>>;
}

/** A kind whose items are planned one by one, so that some can be omitted. */
export interface PlacedKind<
  Planned,
  Sent extends { from: string; tokens: number },
  Place extends { from: string },
> extends SentKind<Planned, Sent, Place> {
  locate(given: Planned): { from: LeftRange['from']; place: number };
}

interface RememberFacts {
  tokens: number;
  cut?: CutText | undefined;
  memory: Remember;
}

export interface RenderFacts {
  sources: ManifestSources;
  placeholders: ReadonlyMap<number, string>;
  pointers: readonly SentPointer[];
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
  messages: readonly Explained<{ from: string }>[];
  currentSeq: number;
}

export interface SentPlaceholder {
  seq: number;
  text: string;
  tokens: number;
}

export interface SentPointer {
  step: number;
  ordinal: number;
  text: string;
  tokens: number;
  rule: 'spilled' | 'evicted';
}

export type ResultPlace = readonly [step: number, ordinal: number];

export interface SentPictures {
  step: number;
  ordinal: number;
  count: number;
  tokens: number;
}

export interface SentAttachments {
  seq: number;
  shown: readonly number[];
  note?: string | undefined;
  tokens: number;
}

export const WHOLE = { kind: 'whole' } as const;
