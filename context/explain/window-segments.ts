import type { ContextManifest } from '../manifest/manifest.js';
import { findRequestPlace } from '../sent/request-place.js';
import { SENT_KINDS } from '../sent/sent-kinds.js';
import { SEGMENT_NAMES, type SegmentName } from '../sent/explained.js';
import type { ExplainedMessage, Segment } from './explanation.js';

export interface SentGroup {
  item: ContextManifest['sent'][number];
  messages: readonly ExplainedMessage[];
}

export function windowSegments(manifest: ContextManifest, groups: readonly SentGroup[]): Segment[] {
  const { window, reserve, systemTokens, toolTokens } = manifest;
  const tokens: Record<SegmentName, number> = { ...NOTHING, tools: toolTokens, reserve };
  const currentSeq = Math.max(
    ...groups.map(({ item }) => (item.from === 'conversation' ? item.last : -Infinity)),
  );
  let spokenFound = 0;
  for (const { item, messages } of groups) {
    const kind = SENT_KINDS[item.from];
    if (kind === undefined) continue;
    const filled = kind.fill(item, { messages, currentSeq });
    for (const name of SEGMENT_NAMES) tokens[name] += filled[name] ?? 0;
    if (findRequestPlace(kind, manifest).role === 'system') continue;
    spokenFound += filled.found ?? 0;
    // Sent as a user message if system messages must come first.
    if (item.from === 'directive') tokens.notes += item.tokens;
  }
  // The system tokens include standing requests, summary and passages, except passages sent as the user.
  tokens.system = systemTokens - tokens.standing - tokens.summary - (tokens.found - spokenFound);
  joinNeighbours(tokens, manifest.tokens - spokenFound);
  tokens.free = window - Object.values(tokens).reduce((sum, part) => sum + part, 0);
  return SEGMENT_NAMES.map((name) => ({ name, tokens: tokens[name] }));
}

const NOTHING: Readonly<Record<SegmentName, number>> = {
  system: 0,
  tools: 0,
  standing: 0,
  summary: 0,
  found: 0,
  history: 0,
  'current message': 0,
  'own steps': 0,
  notes: 0,
  reserve: 0,
  free: 0,
};
const MESSAGES = ['history', 'current message', 'own steps', 'notes'] as const;

/** Merged messages cost slightly fewer tokens. The largest segment absorbs the difference. */
function joinNeighbours(tokens: Record<SegmentName, number>, total: number): void {
  const apart = MESSAGES.reduce((sum, name) => sum + tokens[name], 0);
  const largest = MESSAGES.reduce((one, other) => (tokens[other] > tokens[one] ? other : one));
  tokens[largest] += total - apart;
}
