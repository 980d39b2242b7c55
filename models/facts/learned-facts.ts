import { readToldFact } from './check-told-facts.js';
import { findToldFacts, forgetFacts, tellFacts, toModelKey, type ToldFacts } from './told-facts.js';

/** One learned fact as it is stored, under the model's id in lower case. */
export interface LearnedFact {
  readonly model: string;
  readonly fact: string;
  readonly value: unknown;
}

/** Facts that this process learned and nobody has stored yet, by model and fact. */
const unstored = new Map<string, LearnedFact>();
const listeners = new Set<() => void>();

/**
 * Adds facts that a provider's answer or rejection showed: `learnFacts('openai:qwen3', { tools: false })`. In this
 * process `lookUpModel` returns them at once, before our table's. The worker stores them in the background, so a call
 * never waits for it, and other workers load them within about half a minute.
 */
export function learnFacts(model: string, facts: ToldFacts): void {
  const key = toModelKey(model);
  tellFacts('learned', key, { ...findToldFacts('learned', key), ...facts });
  for (const [fact, value] of Object.entries(facts))
    unstored.set(JSON.stringify([key, fact]), { model: key, fact, value });
  for (const listener of listeners) listener();
}

/** Calls a listener whenever this process learns something, until the returned function is called. */
export function onLearned(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands what is not stored yet to a function that stores it. What the function fails to store is kept. */
export async function handOver(store: (facts: readonly LearnedFact[]) => Promise<void>): Promise<void> {
  const facts = [...unstored];
  if (facts.length === 0) return;
  await store(facts.map(([, fact]) => fact));
  // A newer value may have been learned meanwhile.
  for (const [key, fact] of facts) if (unstored.get(key) === fact) unstored.delete(key);
}

/** Replaces the learned facts of all models by stored ones. Those that are not stored yet stay; invalid ones are ignored. */
export function replaceLearned(stored: readonly LearnedFact[]): void {
  forgetFacts('learned');
  for (const { model, fact, value } of [...stored, ...unstored.values()])
    tellFacts('learned', model, { ...findToldFacts('learned', model), ...readToldFact(fact, value) });
}
