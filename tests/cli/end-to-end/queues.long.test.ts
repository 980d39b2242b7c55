import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkspace, type Running } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

describe('threadline executions push and queues, while dev runs', () => {
  let dev: Running;
  let executionId: string;
  beforeAll(async () => {
    dev = workspace.start(['dev']);
    await dev.until('Chat ');
    const asked = await workspace.run(['ask', '--json', 'Hello']);
    ({ executionId } = JSON.parse(asked.stdout) as { executionId: string });
  });

  test('a step for an ended execution -> 1 and the reason', async () => {
    const { exitCode, stdout, stderr } = await workspace.run(['executions', 'push', executionId, 'More.']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(`Execution '${executionId}' has ended and accepts no steps\n`);
  });

  test('queues of an ended execution -> empty, 0; of an unknown execution -> 1', async () => {
    expect(await workspace.run(['executions', 'queues', executionId])).toEqual({
      exitCode: 0,
      stdout: 'No agent is running\n',
      stderr: '',
    });
    const json = await workspace.run(['executions', 'queues', executionId, '--json']);
    expect(JSON.parse(json.stdout)).toEqual([]);
    const none = await workspace.run(['executions', 'queues', 'execution/assistant/none']);
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('execution/assistant/none') });
  });

  test('no text -> 2 and a hint to --help', async () => {
    const { exitCode, stderr } = await workspace.run(['executions', 'push', executionId]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("'threadline executions push --help'");
  });
});
