import { expect } from 'vitest';
import type { LeftRule } from '../../../context/message/left.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { historySettings, type HistorySettings } from '../../../flow/settings/history-settings.js';
import type { Database } from '../../../store/database.js';
import { tagOf, tagsIn } from './tagging-model.js';

export interface Standing {
  id: number;
  lastSeq: number;
  clearedThrough: number;
  coversThrough: number;
}

export async function checkCoverage(db: Database, workflowId: string): Promise<Standing> {
  const row = await db
    .selectFrom('conversation')
    .select(['id', 'last_seq as lastSeq', 'cleared_through as clearedThrough', 'summary_ordinal as ordinal'])
    .select('covers_through as coversThrough')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow();
  const { ordinal, ...standing } = row;
  const { id, lastSeq, clearedThrough, coversThrough } = standing;
  expect(coversThrough).toBeGreaterThanOrEqual(clearedThrough);
  expect(coversThrough).toBeLessThanOrEqual(lastSeq);
  if (coversThrough === clearedThrough) {
    expect(ordinal).toBeNull();
    return standing;
  }
  const summary = await db
    .selectFrom('summary')
    .selectAll()
    .where('conversation_id', '=', id)
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow();
  expect(summary).toMatchObject({
    status: 'adopted',
    covers_from: clearedThrough + 1,
    covers_through: coversThrough,
  });
  expect(summary.token_count).toBeLessThanOrEqual(summary.budget!);
  const shown = tagsIn(summary.content!);
  const missing = placesBetween(clearedThrough + 1, coversThrough).filter((seq) => !shown.has(tagOf(seq)));
  expect(missing, 'messages that a summary stands for and that its writers were not shown').toEqual([]);
  return standing;
}

export function checkManifest(
  manifest: ContextManifest,
  { standing, current, history }: { standing: Standing; current: number; history: HistorySettings },
): void {
  const { clearedThrough, coversThrough } = standing;
  const settings = historySettings({ history });
  const { sent, rules } = placesOf(manifest);
  const isOut = (seq: number, ...out: LeftRule[]): boolean => out.some((rule) => rules.get(seq)?.has(rule));
  const all = placesBetween(1, current);
  expect(all.filter((seq) => !sent.has(seq) && !rules.has(seq))).toEqual([]);
  expect(all.filter((seq) => seq <= clearedThrough && (sent.has(seq) || !isOut(seq, 'cleared')))).toEqual([]);
  const raw = all.filter((seq) => seq > clearedThrough && !isOut(seq, 'window', 'covered-by-summary'));
  expect(raw).toEqual(placesBetween(raw[0] ?? current, current));
  const start = raw[0] ?? Infinity;
  if (settings.summaries === undefined) expect(raw.length).toBeLessThanOrEqual(settings.messages);
  else {
    expect(start).toBeLessThanOrEqual(coversThrough + 1);
    expect(all.filter((seq) => isOut(seq, 'window'))).toEqual([]);
    const prefix = manifest.sent.find((item) => item.from === 'summary');
    if (start > clearedThrough + 1) expect(prefix?.coversThrough).toBe(coversThrough);
  }
  const isCovered = settings.summaries !== undefined && start <= coversThrough + 1;
  if (!isCovered)
    expect(start).toBeLessThanOrEqual(Math.max(clearedThrough + 1, current - settings.messages + 1) + 1);
  expect(sent.has(current)).toBe(true);
}

function placesOf({ sent: items, left }: ContextManifest) {
  const sent = new Set<number>();
  const rules = new Map<number, Set<LeftRule>>();
  for (const item of items)
    if (item.from === 'conversation') for (const seq of placesBetween(item.first, item.last)) sent.add(seq);
  for (const { from, first, last, rule } of left)
    if (from === 'conversation')
      for (const seq of placesBetween(first, last)) rules.set(seq, (rules.get(seq) ?? new Set()).add(rule));
  return { sent, rules };
}

function placesBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
