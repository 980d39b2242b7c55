import { log } from '@temporalio/activity';
import { readToldFact } from '../../../models/facts/check-told-facts.js';
import { learnFacts } from '../../../models/facts/learned-facts.js';
import { findToldFacts, type ToldFacts } from '../../../models/facts/told-facts.js';

export function learnLayout(model: string, facts: object): void {
  const known: Readonly<Record<string, unknown>> = { ...findToldFacts('learned', model) };
  const learned = Object.entries(facts)
    .filter(([name, value]) => known[name] !== value)
    .reduce<ToldFacts>((all, [name, value]) => ({ ...all, ...readToldFact(name, value) }), {});
  if (Object.keys(learned).length === 0) return;
  learnFacts(model, learned);
  log.warn('A rejection showed which requests a model accepts', { model, ...learned });
}
