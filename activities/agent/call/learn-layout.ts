import { log } from '@temporalio/activity';
import { readReportedFact } from '../../../models/check-reported-facts.js';
import { learnFacts } from '../../../models/facts/learned-facts.js';
import { findReportedFacts, type ReportedFacts } from '../../../models/reported-facts.js';

export function learnLayout(model: string, facts: object): void {
  const known: Readonly<Record<string, unknown>> = { ...findReportedFacts('learned', model) };
  const learned = Object.entries(facts)
    .filter(([name, value]) => known[name] !== value)
    .reduce<ReportedFacts>((all, [name, value]) => ({ ...all, ...readReportedFact(name, value) }), {});
  if (Object.keys(learned).length === 0) return;
  learnFacts(model, learned);
  log.warn('Learned from a rejection which requests a model accepts', { model, ...learned });
}
