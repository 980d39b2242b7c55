import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { listRecordings, replayHistory, replayRecordings } from '../../packages/testing/replay.js';
import { SCENARIO_GROUPS } from './scenario-groups.js';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const files = await listRecordings(folder);

describe('replayRecordings', () => {
  let outcomes: Map<string, unknown>;
  beforeAll(async () => {
    outcomes = await replayRecordings({ folder, files, bundlePath: inject('environment').bundlePath });
  });

  test.each(files)('T10: %s -> replays', (file) => {
    expect([...outcomes.keys()]).toContain(file);
    if (outcomes.get(file) !== undefined) throw outcomes.get(file);
  });

  const scenarios = SCENARIO_GROUPS.flatMap((group) => Object.keys(group.scenarios));
  test.each(scenarios)('scenario %s -> has a recording', (name) => {
    expect(files.some((file) => file.includes(`-${name}-`))).toBe(true);
  });

  test('T10: a history of other code -> does not replay, so that the check can fail', async () => {
    const file = files.find((name) => name.includes('tool-steps-execution'))!;
    const recording = await readFile(join(folder, file), 'utf8');
    const changed = JSON.parse(recording.replaceAll('"callModel"', '"callOther"')) as { workflowId: string };
    await expect(
      replayHistory({
        history: changed,
        workflowId: changed.workflowId,
        bundlePath: inject('environment').bundlePath,
      }),
    ).rejects.toThrow(/Nondeterminism|determinis/i);
  });
});
