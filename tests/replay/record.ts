import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listRecordings, recordHistory } from '../../testing/replay.js';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.js';
import { startTestSystem, type TestSystemOptions } from '../../testing/test-system.js';
import { startEarlyRollover } from '../integration/fixtures/early-rollover.js';
import { slotsPerUser } from '../../worker/tune-worker.js';
import '../setup/quiet-runtime.js';
import { ASKING_SCENARIOS, PAY, REFUND } from './asking-scenarios.js';
import { ANSWER_SCENARIOS } from './answer-scenarios.js';
import { FINISHING_SCENARIOS } from './finishing-scenarios.js';
import { FLAKY, FLOW_ROLLOVER_SCENARIOS, FLOW_SCENARIOS } from './flow-scenarios.js';
import { MESSAGE_SCENARIOS } from './message-scenarios.js';
import { MOVED_SCENARIOS } from './moved-scenarios.js';
import { OVERFLOW_SCENARIOS } from './overflow-scenarios.js';
import { REDOING_SCENARIOS } from './redoing-scenarios.js';
import { STEERING_SCENARIOS } from './steering-scenarios.js';
import { QUEUE_SCENARIOS, ROLLOVER_SCENARIOS, SCENARIOS, type Scenario } from './scenarios.js';
import { SLOT_SCENARIOS } from './slot-scenarios.js';
import { LOOK, TOUCHING_SCENARIOS } from './touching-scenarios.js';
import { EMBEDDING_SCENARIOS, UPKEEP_SCENARIOS } from './upkeep-scenarios.js';

/**
 * `npm run record-histories`: plays the scenarios that this version has no recording of and writes their
 * histories, named by the version. What is recorded stays as it is: a file is never written twice.
 */
const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const recorded = await listRecordings(folder);

const { environment, stop } = await startTestEnvironment();
const early = await startEarlyRollover(environment, { events: 60 });
try {
  await record(environment, {
    ...SCENARIOS,
    ...QUEUE_SCENARIOS,
    ...UPKEEP_SCENARIOS,
    ...FLOW_SCENARIOS,
    ...FINISHING_SCENARIOS,
    ...STEERING_SCENARIOS,
    ...REDOING_SCENARIOS,
    ...ANSWER_SCENARIOS,
    ...MESSAGE_SCENARIOS,
    ...OVERFLOW_SCENARIOS,
    ...MOVED_SCENARIOS,
  });
  await record(environment, EMBEDDING_SCENARIOS, { embedder: 'openai:words' });
  await record(environment, TOUCHING_SCENARIOS, { tools: [LOOK] });
  await record(environment, ASKING_SCENARIOS, { tools: [PAY, REFUND] });
  await record(environment, SLOT_SCENARIOS, {
    slotsPerUser: slotsPerUser(),
    timing: { slotLeaseMs: 600_000 },
  });
  await record(early.environment, { ...ROLLOVER_SCENARIOS, ...FLOW_ROLLOVER_SCENARIOS });
} finally {
  await early.stop();
  await stop();
}
process.exit(0);

async function record(
  where: TestEnvironment,
  scenarios: Record<string, Scenario>,
  options: TestSystemOptions = {},
): Promise<void> {
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (isRecorded(name)) continue;
    const system = await startTestSystem(where, { nodes: [FLAKY], ...options });
    try {
      const handles = await scenario(system);
      for (const [part, handle] of Object.entries(handles)) {
        const file = `${version}-${name}-${part}`;
        if (existsSync(join(folder, `${file}.json`))) continue;
        await settle(handle);
        await recordHistory(handle, { folder, name: file });
        console.log(`recorded ${file}`);
      }
    } finally {
      await system.stop({ check: false });
    }
  }
}

/** A scenario that this version has recordings of is not played again. */
function isRecorded(name: string): boolean {
  const parts = '(conversation|execution|child|upkeep|retention)(-run-\\d+)?';
  return recorded.some((file) => new RegExp(`^${version}-${name}-${parts}\\.json$`).test(file));
}

/** Executions end a moment after their rows do; a conversation that stays open is recorded as it is. */
async function settle(handle: { describe(): Promise<{ status: { name: string } }> }): Promise<void> {
  for (let look = 0; look < 10; look += 1) {
    if ((await handle.describe()).status.name !== 'RUNNING') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
