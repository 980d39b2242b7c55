import type { ReadableManifest } from './read-manifest.js';

/** What rows the manifests of one execution's calls refer to. */
export interface ManifestReferences {
  thread: PlaceRange | undefined;
  trace: PlaceRange | undefined;
  hasSummary: boolean;
  /** Messages that were found in the thread, beyond the range. */
  found: number[];
  /** Ordinals of the thread's summaries. */
  summaries: number[];
  /** Hashes of generated texts: prompts, tool schemas, pointers, notes, summaries. */
  texts: string[];
  /** Those of tool schemas. */
  tools: string[];
}

export interface PlaceRange {
  first: number;
  last: number;
}

/** Collects them over all calls: these are sent the same stretch of rows, less of it the earlier they are. */
export function manifestReferences(manifests: readonly ReadableManifest[]): ManifestReferences {
  const tools = new Set(manifests.flatMap(({ tools: hash }) => hash ?? []));
  return {
    thread: rangeOf(manifests, 'conversation'),
    trace: rangeOf(manifests, 'trace'),
    hasSummary: manifests.some(({ sent }) => sent.some(({ from }) => from === 'compaction')),
    found: [...new Set(manifests.flatMap(foundIn))],
    summaries: [
      ...new Set(
        manifests.flatMap(({ sent }) => sent.flatMap((i) => (i.from === 'summary' ? [i.ordinal] : []))),
      ),
    ],
    texts: [...new Set([...tools, ...manifests.flatMap(textsOf)])],
    tools: [...tools],
  };
}

function rangeOf(
  manifests: readonly ReadableManifest[],
  from: 'conversation' | 'trace',
): PlaceRange | undefined {
  let range: PlaceRange | undefined;
  for (const item of manifests.flatMap(({ sent }) => sent)) {
    if (item.from === 'answers' && from === 'trace')
      range = {
        first: Math.min(range?.first ?? Infinity, ...item.steps),
        last: Math.max(range?.last ?? 0, ...item.steps),
      };
    if (item.from !== from || !('first' in item)) continue;
    range = {
      first: Math.min(range?.first ?? Infinity, item.first),
      last: Math.max(range?.last ?? 0, item.last),
    };
  }
  return range;
}

function foundIn({ sent }: ReadableManifest): number[] {
  return sent.flatMap((item) =>
    item.from === 'passages'
      ? item.passages.map((passage) => (typeof passage === 'number' ? passage : passage[0]))
      : [],
  );
}

function textsOf({ sent, pointers, placeholders, system }: ReadableManifest): string[] {
  return [
    ...(system === null ? [] : [system]),
    ...[...pointers, ...placeholders].map(({ text }) => text),
    ...sent.flatMap((item) => ('text' in item && item.text !== undefined ? [item.text] : [])),
  ];
}
