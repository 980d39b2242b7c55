import { testAnyFlows } from './any-flow-runs.js';

testAnyFlows({ flows: 20, seeds: [1, 2, 38] });
