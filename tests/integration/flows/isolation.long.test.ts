import { describeIsolation } from './isolation-tests.js';

describeIsolation('anthropic');
