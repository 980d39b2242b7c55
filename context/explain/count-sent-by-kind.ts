import type { ContextManifest } from '../manifest/manifest.js';
import type { SegmentName } from '../sent/explained.js';
import { windowSegments } from './window-segments.js';

const KINDS = {
  system: 'system',
  tools: 'tools',
  standing: 'standing',
  summary: 'summary',
  found: 'passages',
  history: 'history',
  'current message': 'history',
  'own steps': 'steps',
  notes: 'notes',
} as const satisfies Partial<Record<SegmentName, string>>;

export type SentTokensKind = (typeof KINDS)[keyof typeof KINDS];

export function countSentByKind(manifest: ContextManifest): [SentTokensKind, number][] {
  // Only the messages tell the current one from the history, so without them it counts as history.
  const groups = manifest.sent.map((item) => ({ item, messages: [] }));
  const tokens = new Map<SentTokensKind, number>();
  for (const { name, tokens: counted } of windowSegments(manifest, groups)) {
    if (!isSent(name)) continue;
    const kind = KINDS[name];
    tokens.set(kind, (tokens.get(kind) ?? 0) + counted);
  }
  return [...tokens];
}

function isSent(name: SegmentName): name is keyof typeof KINDS {
  return name in KINDS;
}
