import { describeFlowMatrix } from './flow-matrix.js';

describeFlowMatrix('cut');
