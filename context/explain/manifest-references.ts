import { manifestNeeds } from '../sent/manifest-needs.js';
import { spanRanges, type PlaceRange, type QuotedPlace, type StandingReference } from '../sent/needs.js';
import type { ReadableManifest } from './read-manifest.js';

/** The rows that the manifests of one execution's calls refer to. */
export interface ManifestReferences {
  thread: PlaceRange | undefined;
  trace: PlaceRange | undefined;
  hasSummary: boolean;
  /** Messages that were found in the thread, beyond the range. */
  found: number[];
  /** Parts of long messages that were found. */
  parts: Exclude<QuotedPlace, number>[];
  standing: StandingReference[];
  /** Ordinals of the thread's summaries. */
  summaries: number[];
  /** Hashes of generated texts: prompts, tool schemas, pointers, notes, summaries. */
  texts: string[];
  /** Those of tool schemas. */
  tools: string[];
}

/** Collects them over all calls: these are sent the same stretch of rows, less of it the earlier they are. */
export function manifestReferences(manifests: readonly ReadableManifest[]): ManifestReferences {
  const needs = manifests.map(manifestNeeds);
  const places = needs.flatMap(({ quotes }) => quotes);
  const steps = needs.flatMap(({ trace, answers }) => [
    trace,
    ...answers.map((step) => ({ first: step, last: step })),
  ]);
  return {
    thread: spanRanges(needs.map(({ thread }) => thread)),
    trace: spanRanges(steps),
    hasSummary: needs.some(({ hasCompaction }) => hasCompaction),
    found: [...new Set(places.map((place) => (typeof place === 'number' ? place : place[0])))],
    parts: places.filter((place) => typeof place !== 'number'),
    standing: needs.flatMap(({ standing }) => standing),
    summaries: [...new Set(needs.flatMap(({ summaries }) => summaries))],
    texts: [...new Set(needs.flatMap(({ own, shared }) => [...own, ...shared]))],
    tools: [...new Set(manifests.flatMap(({ tools }) => tools ?? []))],
  };
}
