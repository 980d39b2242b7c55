import { ThreadedVMWorkflowCreator } from '@temporalio/worker/lib/workflow/threaded-vm.js';
import { startWorker } from '../../../../worker/start-worker.js';
import { readConfig } from '../../../../config.js';
import { projectOf } from './builds.js';
import { NEW_PATCHES } from './new-build/bundle-new-build.js';
import type { DeployWorkerInput, DeployWorkerMessage } from './deploy-worker.js';

const input = JSON.parse(process.argv[2] ?? '{}') as DeployWorkerInput;
const config = readConfig();
const replays = countReplays();
const worker = await startWorker({
  temporal: { address: input.temporalAddress },
  namespace: 'default',
  taskQueue: input.taskQueue,
  databaseUrl: input.databaseUrl,
  project: projectOf(input.build),
  deployment: input.deployment,
  workflows: {
    workflowBundle: { codePath: input.codePath },
    heldPatches: input.build === 'new' ? NEW_PATCHES : undefined,
  },
  models: {},
  context: config.context,
  tuning: config.tuning,
  httpAddress: '127.0.0.1:0',
  logLevel: 'ERROR',
  writeLog: (line) => process.stderr.write(`${line}\n`),
});
process.on('message', () => tell({ kind: 'replays', byWorkflow: [...replays] }));
process.on('SIGTERM', () => void worker.stop());
tell({ kind: 'ready' });
await worker.finished;
tell({ kind: 'replays', byWorkflow: [...replays] }, () => process.exit(0));

function tell(message: DeployWorkerMessage, whenSent?: () => void): void {
  process.send?.(message, undefined, undefined, whenSent);
}

function countReplays(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const { prototype } = ThreadedVMWorkflowCreator;
  const create = prototype.createWorkflow;
  prototype.createWorkflow = function (options) {
    const { workflowId, unsafe } = options.info;
    if (unsafe.isReplaying) counts.set(workflowId, (counts.get(workflowId) ?? 0) + 1);
    return create.call(this, options);
  };
  return counts;
}
