import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Backtest } from '../../cli/backtest/backtest.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { runCommand } from './fixtures/run-command.js';

let system: TestSystem;
let folder: string;
let user: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['calculate'] })],
  });
  folder = await mkdtemp(join(tmpdir(), 'threadline-backtest-'));
  user = system.newUser();
  const mine = system.client.conversation({ flow: 'chat', user });
  system.model.reply(text('Noted.'), toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]));
  system.model.reply(text('It is 42.'), text('Of another user.'));
  await mine.ask(`Some words of the past: ${'the river rose. '.repeat(50)}`);
  await mine.ask('What is 6 times 7?');
  await system.client.conversation({ flow: 'chat', user: system.newUser() }).ask('Hello.');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await system?.stop();
});

async function run(settings: string, ...options: string[]) {
  const file = join(folder, 'settings.json');
  await writeFile(file, settings);
  const { output, failure } = await runCommand(system, ['backtest', '--settings', file, ...options]);
  return { output, failure };
}

async function readResult(settings: object, ...options: string[]): Promise<Backtest> {
  const { output, failure } = await run(JSON.stringify(settings), '--json', ...options);
  expect(failure).toBeUndefined();
  return JSON.parse(output.slice(output.indexOf('{'))) as Backtest;
}

describe('threadline backtest', () => {
  test('no changes -> all calls of the span are planned, and none would change', async () => {
    const result = await readResult({});
    expect(result).toMatchObject({ calls: 4, planned: 4, changed: 0, failures: [] });
    const { compacted: _compacted, cannotFit: _cannotFit, ...would } = result.would;
    expect(would).toEqual(result.was);
    expect(result.was.tokens).toBeGreaterThan(400);
  });

  test("a shorter history, of one user's calls -> fewer tokens, and what is omitted by rule", async () => {
    const { calls, changed, was, would } = await readResult({ history: { messages: 1 } }, '--user', user);
    expect({ calls, changed }).toEqual({ calls: 3, changed: 2 });
    expect(would.left).toMatchObject([{ rule: 'window', messages: 4 }]);
    expect(was.tokens - would.tokens).toBeGreaterThan(300);
    const { output } = await run('{"history":{"messages":1}}', '--user', user);
    expect(output).toMatch(/omitted: window +- +[\d,]+ \(4\)/);
  });

  test('calls of answers that a person rated -> only those of the turn, with its steps', async () => {
    const mine = system.client.conversation({ flow: 'chat', user });
    const { messages } = await mine.history();
    await mine.rate(messages[0]!.turnId, 'bad');
    expect(await readResult({}, '--rating', 'bad')).toMatchObject({ calls: 2, planned: 2 });
    expect(await readResult({}, '--rating', 'good')).toMatchObject({ calls: 0 });
  });

  test('a window that nothing fits -> counted, neither sent nor paid; no model is called', async () => {
    const asked = system.model.requests.length;
    const { would } = await readResult({ contextWindow: 50 });
    expect(would).toMatchObject({ cannotFit: 4, tokens: 0 });
    expect(system.model.requests).toHaveLength(asked);
  });

  test('a call that can no longer be planned -> counted with its reason, and the others are planned', async () => {
    const call = await system.db
      .selectFrom('context_manifest')
      .innerJoin('model_call', (join) =>
        join
          .onRef('model_call.execution_id', '=', 'context_manifest.execution_id')
          .onRef('model_call.step', '=', 'context_manifest.step'),
      )
      .select(['context_manifest.execution_id', 'context_manifest.step', 'manifest'])
      .where('model', '=', SCRIPTED_MODEL)
      .orderBy('context_manifest.execution_id')
      .executeTakeFirstOrThrow();
    const at = (manifest: object) =>
      system.db
        .updateTable('context_manifest')
        .set({ manifest: JSON.stringify(manifest) })
        .where('execution_id', '=', call.execution_id)
        .where('step', '=', call.step)
        .execute();
    await at({ ...call.manifest, policy: 2 });
    const { planned, failures } = await readResult({});
    await at(call.manifest);
    expect({ planned, failures }).toEqual({
      planned: 3,
      failures: [{ reason: expect.stringContaining('policy 2'), calls: 1 }],
    });
  });

  test('unknown settings, or invalid JSON -> refused, with the known settings', async () => {
    expect((await run('{"widow":1}')).failure).toMatch(/'widow' is not one of model, contextWindow/);
    expect((await run('nothing')).failure).toMatch(/are not JSON: pass an object like/);
  });
});
