import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { listRecordings, replayHistory, replayRecordings } from '../../testing/replay.js';
import { FLOW_ROLLOVER_SCENARIOS, FLOW_SCENARIOS } from './flow-scenarios.js';
import { ROLLOVER_SCENARIOS, SCENARIOS } from './scenarios.js';

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

  test('every scenario -> has a recording', () => {
    const all = { ...SCENARIOS, ...ROLLOVER_SCENARIOS, ...FLOW_SCENARIOS, ...FLOW_ROLLOVER_SCENARIOS };
    for (const name of Object.keys(all))
      expect(
        files.some((file) => file.includes(`-${name}-`)),
        name,
      ).toBe(true);
  });

  test('T10: Signals that spoke of branches before there were any -> mean nothing, as they did', async () => {
    const file = files.find((name) => name.includes('-signals-and-ask-conversation'))!;
    const recorded = await readFile(join(folder, file), 'utf8');
    const history = JSON.parse(recorded) as { workflowId: string; events: SignalEvent[] };
    const [message, blank] = history.events.flatMap(
      (event) => event.workflowExecutionSignaledEventAttributes ?? [],
    );
    message!.input.payloads[0]!.data = encoded({ text: 'one', turnId: 'one', regenerateOf: 'none' });
    Object.assign(blank!, { signalName: 'switchBranch' });
    blank!.input.payloads[0]!.data = encoded({ branch: 0 });
    await replayHistory({
      history,
      workflowId: history.workflowId,
      bundlePath: inject('environment').bundlePath,
    });
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

interface SignalEvent {
  workflowExecutionSignaledEventAttributes?: { signalName: string; input: { payloads: { data: string }[] } };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
