import type { Bench, LocalBench } from './bench.js';
import { contextBench } from './context/context-bench.js';
import { deployBench } from './deploy/deploy-bench.js';
import { encryptionBench } from './encryption/encryption-bench.js';
import { firstTokenBench } from './first-token/first-token-bench.js';
import { floodBench } from './flood/flood-bench.js';
import { gatewayBench } from './gateway/gateway-bench.js';
import { loadBench } from './load/load-bench.js';
import { memoryBench } from './memory/memory-bench.js';
import { peersBench } from './peers/peers-bench.js';
import { prefixBench } from './prefix/prefix-bench.js';
import { retrievalBench } from './retrieval/retrieval-bench.js';
import { rowsBench } from './rows/rows-bench.js';
import { streamBench } from './stream/stream-bench.js';
import { threadBench } from './turn/thread-bench.js';
import { turnBench } from './turn/turn-bench.js';

export const BENCHES: readonly (Bench | LocalBench)[] = [
  turnBench,
  threadBench,
  contextBench,
  prefixBench,
  retrievalBench,
  memoryBench,
  loadBench,
  deployBench,
  encryptionBench,
  floodBench,
  gatewayBench,
  streamBench,
  firstTokenBench,
  rowsBench,
  peersBench,
];
