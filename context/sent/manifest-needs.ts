import type { ContextManifest } from '../manifest.js';
import type { SentAttachments, SentPlaceholder, SentPointer } from './kind.js';
import {
  spanRanges,
  type Needs,
  type PlaceRange,
  type QuotedPlace,
  type StandingReference,
} from './needs.js';
import { SENT_KINDS, type ReadableItem } from './sent-kinds.js';

/** The rows and texts that a manifest refers to. */
export interface ManifestNeeds {
  thread: PlaceRange | undefined;
  trace: PlaceRange | undefined;
  /** Steps at which other nodes answered. */
  answers: readonly number[];
  quotes: readonly QuotedPlace[];
  standing: readonly StandingReference[];
  /** Ordinals of summaries of the thread. */
  summaries: readonly number[];
  /** The ordinal of the summary whose stored text is what is sent; undefined: none is. */
  sentSummary: number | undefined;
  hasCompaction: boolean;
  /** Hashes of texts that are stored with the execution. */
  own: ReadonlySet<string>;
  /** Hashes of texts that are the same for all executions. */
  shared: ReadonlySet<string>;
}

/** A manifest of any policy, as far as it refers to something. */
export type ReferringManifest = Pick<
  ContextManifest,
  'system' | 'isSystemOwn' | 'tools' | 'isToolsOwn' | 'output'
> & {
  sent: readonly ReadableItem[];
  pointers: readonly SentPointer[];
  placeholders?: readonly SentPlaceholder[];
  attachments?: readonly SentAttachments[];
};

/**
 * Collects what a manifest refers to. Headings, requests for a summary, and the prompts, tools and schemas of a project are the same
 * for all executions. Every other text is its execution's own, including all that a caller sent, and is deleted with it.
 */
export function manifestNeeds(manifest: ReferringManifest): ManifestNeeds {
  const { sent, pointers, placeholders = [], attachments = [] } = manifest;
  const { system, isSystemOwn, tools, isToolsOwn, output } = manifest;
  const needs = sent.map((item): Needs => SENT_KINDS[item.from]?.need(item) ?? {});
  const summaries = needs.filter(({ summary }) => summary !== undefined);
  const own = new Set([...pointers, ...placeholders].map(({ text }) => text));
  for (const { note } of attachments) if (note !== undefined) own.add(note);
  const shared = new Set<string>();
  for (const need of needs) {
    for (const hash of need.own ?? []) if (hash !== undefined) own.add(hash);
    for (const hash of need.shared ?? []) shared.add(hash);
  }
  if (system !== null) (isSystemOwn ? own : shared).add(system);
  if (tools !== null) (isToolsOwn ? own : shared).add(tools);
  if (output !== undefined) (output.isOwn ? own : shared).add(output.schema);
  return {
    thread: spanRanges(needs.map(({ thread }) => thread)),
    trace: spanRanges(needs.map(({ trace }) => trace)),
    answers: needs.flatMap(({ answers = [] }) => answers),
    quotes: needs.flatMap(({ quotes = [] }) => quotes),
    standing: needs.flatMap(({ standing = [] }) => standing),
    summaries: summaries.flatMap(({ summary = [] }) => summary),
    sentSummary: summaries.find(({ sendsSummary }) => sendsSummary)?.summary,
    hasCompaction: needs.some(({ compaction }) => compaction),
    own,
    shared,
  };
}
