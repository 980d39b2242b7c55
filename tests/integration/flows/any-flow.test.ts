import { testAnyFlows } from './any-flow-runs.js';

/** `any-flow.long.test.ts` has more. */
testAnyFlows({ flows: 8, seeds: [38] });
