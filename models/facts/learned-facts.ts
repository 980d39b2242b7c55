import { readReportedFact } from '../check-reported-facts.js';
import { findFamily } from './token-families.js';
import { isPlausibleRatio, learnedFactor, MAX_RATIOS } from './token-ratios.js';
import {
  findReportedFacts,
  forgetFacts,
  reportFacts,
  toModelKey,
  type ReportedFacts,
} from '../reported-facts.js';

export interface LearnedFact {
  readonly model: string;
  readonly fact: string;
  readonly value: unknown;
}

export type Urgency = 'now' | 'soon';

const RATIOS = 'tokenRatios';

const unstored = new Map<string, LearnedFact>();
const ratios = new Map<string, readonly number[]>();
const listeners = new Set<(urgency: Urgency) => void>();

export function learnFacts(model: string, facts: ReportedFacts): void {
  const key = toModelKey(model);
  reportFacts('learned', key, { ...findReportedFacts('learned', key), ...facts });
  for (const [fact, value] of Object.entries(facts)) keep({ model: key, fact, value });
  notifyListeners('now');
}

/** Recorded three times, so that the ratio of a rejected request is not dropped as an outlier. */
export function learnRatio(model: string, ratio: number, { isRejected }: { isRejected: boolean }): void {
  if (!isPlausibleRatio(ratio)) return;
  const key = toModelKey(model);
  const rounded = Math.ceil(ratio * 1_000) / 1_000;
  const added = isRejected ? [rounded, rounded, rounded] : [rounded];
  const waiting = unstored.get(toFactKey(key, RATIOS))?.value;
  keep({
    model: key,
    fact: RATIOS,
    value: [...(isRatios(waiting) ? waiting : []), ...added].slice(-MAX_RATIOS),
  });
  setRatios(key, [...(ratios.get(key) ?? []), ...added]);
  notifyListeners(isRejected ? 'now' : 'soon');
}

export function onLearned(listener: (urgency: Urgency) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function handOver(store: (facts: readonly LearnedFact[]) => Promise<void>): Promise<void> {
  const facts = [...unstored];
  if (facts.length === 0) return;
  unstored.clear();
  try {
    await store(facts.map(([, fact]) => fact));
  } catch (error) {
    for (const [, fact] of facts) keepBehind(fact);
    throw error;
  }
}

export function replaceLearned(stored: readonly LearnedFact[]): void {
  forgetFacts('learned');
  ratios.clear();
  for (const { model, fact, value } of [...stored, ...unstored.values()])
    if (fact === RATIOS) setRatios(model, [...(ratios.get(model) ?? []), ...(isRatios(value) ? value : [])]);
    else
      reportFacts('learned', model, {
        ...findReportedFacts('learned', model),
        ...readReportedFact(fact, value),
      });
}

function setRatios(model: string, all: readonly number[]): void {
  const newest = all.slice(-MAX_RATIOS);
  ratios.set(model, newest);
  const tokenFactor = learnedFactor(newest, findFamily(model)?.factor ?? 1);
  const { tokenFactor: _before, ...facts } = findReportedFacts('learned', model);
  reportFacts('learned', model, tokenFactor === undefined ? facts : { ...facts, tokenFactor });
}

function keep(fact: LearnedFact): void {
  unstored.set(toFactKey(fact.model, fact.fact), fact);
}

function keepBehind(fact: LearnedFact): void {
  const newer = unstored.get(toFactKey(fact.model, fact.fact));
  if (!newer) keep(fact);
  else if (isRatios(fact.value) && isRatios(newer.value))
    keep({ ...fact, value: [...fact.value, ...newer.value].slice(-MAX_RATIOS) });
}

function notifyListeners(urgency: Urgency): void {
  for (const listener of listeners) listener(urgency);
}

function toFactKey(model: string, fact: string): string {
  return JSON.stringify([model, fact]);
}

function isRatios(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((ratio) => typeof ratio === 'number' && isPlausibleRatio(ratio));
}
