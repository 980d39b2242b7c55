import fc from 'fast-check';
import { callDraft } from './arbitrary-call.js';
import type { AssertPlansInput } from './assert-plans.js';
import { planDraft } from './call-case.js';
import { CALL_PROPERTIES } from './call-properties.js';
import { deepFreeze } from './plan-case.js';

export function assertCalls({ runs, seed, grammars }: Omit<AssertPlansInput, 'properties'>): void {
  fc.assert(
    fc.property(callDraft(grammars), (draft) => {
      const planned = planDraft(deepFreeze(draft));
      if (planned === undefined) return;
      for (const [name, check] of Object.entries(CALL_PROPERTIES)) {
        const broken = check(planned);
        if (broken !== undefined) throw new Error(`${name}: ${broken}`);
      }
    }),
    { numRuns: runs, seed, includeErrorInReport: true },
  );
}
