import { testAnyFlows } from './any-flow-runs.js';

testAnyFlows({ flows: 8, seeds: [38] });
