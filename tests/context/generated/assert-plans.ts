import fc from 'fast-check';
import type { Grammar } from '../../../context/grammar/grammar.js';
import { transcript } from './arbitrary-transcript.js';
import { deepFreeze, planCase } from './plan-case.js';
import { PLAN_PROPERTIES } from './plan-properties.js';

export interface AssertPlansInput {
  runs: number;
  seed: number;
  grammars?: readonly Grammar[];
  properties?: readonly string[];
}

export function assertPlans({
  runs,
  seed,
  grammars,
  properties = Object.keys(PLAN_PROPERTIES),
}: AssertPlansInput): void {
  fc.assert(
    fc.property(transcript(grammars), (input) => {
      const planned = planCase(deepFreeze(input));
      if (planned === undefined) return;
      for (const name of properties) {
        const broken = PLAN_PROPERTIES[name]?.(planned);
        if (broken !== undefined) throw new Error(`${name}: ${broken}`);
      }
    }),
    { numRuns: runs, seed, includeErrorInReport: true },
  );
}

export function propertySeed(): number {
  return Number(process.env['PROPERTY_SEED'] ?? Date.now() % 0x7fff_ffff);
}
