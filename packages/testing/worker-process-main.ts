import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime } from '@temporalio/worker';
import { sql } from 'kysely';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FaultPoint } from '../../activities/fault-points.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { createNodeRegistry } from '../../extend/nodes/node-registry.js';
import { registerTypeScript } from '../../worker/typescript/register-typescript.js';
import { openDatabase, type Database } from '../../store/database.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import { createTools } from '../../worker/create-tools.js';
import { shareLearnedFacts } from '../../worker/share-learned-facts.js';
import { createWorker } from '../../worker/create-worker.js';
import { createScriptedSettings, SCRIPTED_FACTS } from './scripted-models.js';
import { QUICK_TIMING } from './test-worker.js';
import type { Fault, WorkerMemory, WorkerProcessInput, WorkerProcessModule } from './worker-process.js';

Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  shutdownSignals: [],
});
const input = JSON.parse(process.argv[2] ?? '{}') as WorkerProcessInput;
if (input.module?.endsWith('.ts')) await registerTypeScript();
// The test names the module and knows its exports.
const { tools, nodes = [] }: WorkerProcessModule =
  input.module === undefined ? {} : ((await import(input.module)) as WorkerProcessModule);
const commands = createInterface({ input: process.stdin });
commands.on('line', (line) => line === 'memory' && reportMemory());
const db = openDatabase({
  url: input.databaseUrl,
  applicationName: 'threadline worker process',
  onIdleError: () => undefined,
});
const connection = await NativeConnection.connect({ address: input.temporalAddress });
const stopSharing = await shareLearnedFacts(db, () => undefined);
const worker = await createWorker({
  connection,
  namespace: 'default',
  taskQueue: input.taskQueue,
  workflowBundle: { codePath: input.bundlePath },
  db,
  models: createModelRegistry({ ...createScriptedSettings(input.modelBaseUrl), custom: SCRIPTED_FACTS }),
  tools: createTools({ db, tools: tools ?? DEFAULT_TOOLS }),
  nodes: createNodeRegistry(nodes),
  timing: QUICK_TIMING,
  onPoint: input.fault && inject(input.fault, db),
  worker: {
    stickyQueueScheduleToStartTimeout: '500ms',
    shutdownGraceTime: '500ms',
    ...(input.cachedWorkflows === undefined ? {} : { maxCachedWorkflows: input.cachedWorkflows }),
  },
});
process.on('SIGTERM', () => worker.shutdown());
console.log('ready');
await worker.run();
await stopSharing();
process.exit(0);

function inject(fault: Fault, database: Database): (point: FaultPoint) => Promise<void> {
  let passed = 0;
  return async (point) => {
    if (point !== fault.point) return;
    passed += 1;
    if (passed !== (fault.nth ?? 1)) return;
    console.log('faulted');
    if (fault.action === 'kill') process.kill(process.pid, 'SIGKILL');
    else if (fault.action === 'hold') await released();
    else await cutConnections(database);
  };
}

function released(): Promise<void> {
  return new Promise((resolve) => commands.on('line', (line) => line === 'release' && resolve()));
}

function reportMemory(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { rss, heapUsed } = process.memoryUsage();
  console.log(JSON.stringify({ rssBytes: rss, heapBytes: heapUsed } satisfies WorkerMemory));
}

async function cutConnections(database: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'threadline worker process'
    order by pid = pg_backend_pid()`
    .execute(database)
    .catch(() => undefined);
}
