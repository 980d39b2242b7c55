import type { Bench } from './bench.js';
import { turnBench } from './turn/turn-bench.js';

/** All benches there are, in the order they are run. */
export const BENCHES: readonly Bench[] = [turnBench];
