import type { WorkflowHandle } from '@temporalio/client';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONVERSATION_WORKFLOW } from '../../protocol/messages.js';
import { listRecordings, recordHistory } from '../../packages/testing/replay.js';
import { startTestEnvironment, type TestEnvironment } from '../../packages/testing/test-environment.js';
import { startTestSystem, type TestSystemOptions } from '../../packages/testing/test-system.js';
import { startEarlyRollover } from '../integration/fixtures/early-rollover.js';
import '../setup/quiet-runtime.js';
import { FLAKY } from './flow-definitions.js';
import { SCENARIO_GROUPS } from './scenario-groups.js';
import type { Scenario } from './scenarios.js';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const recorded = await listRecordings(folder);

const { environment, stop } = await startTestEnvironment();
const early = await startEarlyRollover(environment, { events: 60, isSearchable: true });
try {
  for (const { scenarios, options, rollsOverEarly, searchAttributes } of SCENARIO_GROUPS) {
    const where = rollsOverEarly === true ? early.environment : environment;
    await record(searchAttributes ? { ...where, searchAttributes } : where, scenarios, options);
  }
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

function isRecorded(name: string): boolean {
  const parts = '(conversation|execution|child|upkeep|retention)(-run-\\d+)?';
  return recorded.some((file) => new RegExp(`^${version}-${name}-${parts}\\.json$`).test(file));
}

async function settle(handle: WorkflowHandle): Promise<void> {
  const looks = (await handle.describe()).type === CONVERSATION_WORKFLOW ? 10 : 100;
  for (let look = 0; look < looks; look += 1) {
    if ((await handle.describe()).status.name !== 'RUNNING') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
