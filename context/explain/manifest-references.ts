import { manifestNeeds } from '../manifest/manifest-needs.js';
import { spanRanges, type PlaceRange, type QuotedPlace, type StandingReference } from '../message/needs.js';
import type { ReadableManifest } from './read-manifest.js';

export interface ManifestReferences {
  thread: PlaceRange | undefined;
  trace: PlaceRange | undefined;
  hasSummary: boolean;
  found: number[];
  parts: Exclude<QuotedPlace, number>[];
  standing: StandingReference[];
  summaries: number[];
  texts: string[];
  tools: string[];
}

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
