import type { ContextManifest } from './manifest.js';
import type { SentAttachments, SentPlaceholder, SentPointer } from '../sent/kind.js';
import {
  spanRanges,
  type Needs,
  type PlaceRange,
  type QuotedPlace,
  type StandingReference,
} from '../message/needs.js';
import { SENT_KINDS, type SentItem } from '../sent/sent-kinds.js';

export interface ManifestNeeds {
  thread: PlaceRange | undefined;
  trace: PlaceRange | undefined;
  answers: readonly number[];
  quotes: readonly QuotedPlace[];
  standing: readonly StandingReference[];
  summaries: readonly number[];
  sentSummary: number | undefined;
  hasCompaction: boolean;
  own: ReadonlySet<string>;
  shared: ReadonlySet<string>;
}

export type ReferringManifest = Pick<
  ContextManifest,
  'system' | 'isSystemOwn' | 'tools' | 'isToolsOwn' | 'output'
> & {
  sent: readonly SentItem[];
  pointers?: readonly SentPointer[];
  placeholders?: readonly SentPlaceholder[];
  attachments?: readonly SentAttachments[];
};

/**
 * Lists the texts that a manifest refers to. Headings, summary requests, and a project's prompts, tools and
 * schemas outlive the execution.
 */
export function manifestNeeds(manifest: ReferringManifest): ManifestNeeds {
  const { sent, pointers = [], placeholders = [], attachments = [] } = manifest;
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
  if (output) (output.isOwn ? own : shared).add(output.schema);
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
