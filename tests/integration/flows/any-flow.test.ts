import { testAnyFlows } from './any-flow-runs.js';

/** A sample; `any-flow.long.test.ts` has more. */
testAnyFlows({ flows: 8, seeds: [38] });
