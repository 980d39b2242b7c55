import { parentPort } from 'node:worker_threads';
import type { FlowContext } from './check-registered.js';
import type { PlainCopy } from './plain-copy.js';
import { validateCopy } from './validate-flow.js';

export interface CheckTask {
  copy: PlainCopy;
  context: FlowContext;
}

parentPort?.on('message', ({ copy, context }: CheckTask) =>
  parentPort?.postMessage(validateCopy(copy, context)),
);
