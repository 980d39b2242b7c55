import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, code, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const LETTER = defineFlow({
  slug: 'letter',
  name: 'Letter',
  nodes: {
    start: manual(),
    research: agent({ model: SCRIPTED_MODEL, system: 'You research.' }),
    mail: code({ expression: "'Dear reader: ' + research.output" }),
    show: reply({ text: '{{ mail.output }}' }),
  },
  edges: [
    ['start', 'research'],
    ['research', 'mail'],
    ['mail', 'show'],
  ],
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [LETTER] });
});
afterAll(() => system?.stop());

describe('executions.rerun after retention removed an answer', () => {
  test('from a node after the agent -> refused, unless the caller gives the output', async () => {
    const { executions } = system.client;
    system.model.reply(text('Tulips.'));
    const user = system.newUser();
    const first = await executions.start({ flow: 'letter', text: 'Flowers?', user });
    expect(await first.result()).toBe('Dear reader: Tulips.');
    await sql`delete from trace_message where execution_id =
      (select id from execution where workflow_id = ${first.executionId})`.execute(system.db);

    await expect(executions.rerun(first.executionId, { from: 'mail' })).rejects.toMatchObject({
      type: 'Execution.NotRepeatable',
      message: expect.stringContaining("'research' before it has no output to reuse"),
    });
    const raw = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: 'execution/letter/raw',
      args: [{ flow: 'letter', text: 'x', user, rerun: { of: first.executionId, from: 'mail' } }],
    });
    await expect(raw.result()).rejects.toMatchObject({ cause: { type: 'Execution.NotRepeatable' } });

    const again = await executions.rerun(first.executionId, {
      from: 'mail',
      outputs: { research: { output: 'Roses.' } },
    });
    await expect
      .poll(() => executions.get(again.executionId).catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ answer: 'Dear reader: Roses.' });
  });
});
