import { testAnyFlows } from './any-flow-runs.js';

testAnyFlows({ flows: 40, seeds: [38] });
