import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { fault, gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { countRows } from './fixtures/count-rows.js';
import { runCommand } from './fixtures/run-command.js';

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  folder = await mkdtemp(join(tmpdir(), 'threadline-retry-call-'));
  Object.assign(process.env, {
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: system.model.baseUrl,
    ANTHROPIC_API_KEY: 'test',
    ANTHROPIC_BASE_URL: system.model.baseUrl,
  });
});
afterAll(async () => {
  for (const name of ['OPENAI', 'ANTHROPIC'])
    for (const what of ['API_KEY', 'BASE_URL']) delete process.env[`${name}_${what}`];
  await rm(folder, { recursive: true, force: true });
  await system?.stop();
});

async function playTurn(): Promise<{ executionId: string; calls: string[] }> {
  system.model.reply(toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]), text('It is 42.'));
  const { executionId } = await system.client
    .conversation({ flow: 'assistant', user: system.newUser() })
    .ask('What is 6 times 7?');
  const calls = await system.client.executions.explain(executionId);
  return { executionId, calls: calls.map(({ callId }) => callId) };
}

const STORED = ['model_call', 'trace_message', 'conversation_message', 'turn', 'execution'] as const;

describe('threadline retry-call', () => {
  test('an answer, with the same model -> called again with the same request; both are shown, and nothing is stored', async () => {
    const { executionId, calls } = await playTurn();
    const first = system.model.requests.at(-1)!;
    const before = await countRows(system.db, STORED);
    system.model.reply(text('Forty-two.'));
    const warned = vi.spyOn(process, 'emitWarning');
    const { output, failure } = await runCommand(system, ['retry-call', executionId, '--json']);
    expect(failure).toBeUndefined();
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
    const sent = system.model.requests.at(-1)!;
    expect(sent.n).toBe(first.n + 1);
    expect(sent.body).toEqual(first.body);
    expect(JSON.parse(output.slice(output.indexOf('{')))).toMatchObject({
      callId: calls.at(-1),
      stored: { model: SCRIPTED_MODEL, text: 'It is 42.', toolCalls: [], finishReason: 'stop' },
      again: { model: SCRIPTED_MODEL, text: 'Forty-two.', toolCalls: [], inputTokens: expect.any(Number) },
    });
    expect(await countRows(system.db, STORED)).toEqual(before);
  });

  test('a call that was sent a cut-off answer -> called again with the same request', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const running = gated('Once upon a time', ' never');
    system.model.reply(running, text('Gladly.'), text('With pleasure.'));
    const { turnId } = await conversation.submit('Tell me a story.');
    for await (const event of conversation.stream(turnId)) if (event.type === 'text-delta') break;
    await conversation.cancel(turnId);
    running.release();
    const { executionId } = await conversation.ask('Go on.');
    const { body } = system.model.requests.at(-1)!;
    expect(JSON.stringify(body)).toContain('broken off here');
    const { failure } = await runCommand(system, ['retry-call', executionId, '--json']);
    expect(failure).toBeUndefined();
    expect(system.model.requests.at(-1)!.body).toEqual(body);
  });

  test('a call of an abandoned branch -> called again with the same request', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('A red one.'), text('A blue one.'), text('Again red.'));
    const { turnId } = await conversation.ask('Name a car.');
    const { body } = system.model.requests.at(-1)!;
    const edited = await conversation.edit(turnId, 'Name a boat.');
    for await (const event of conversation.stream(edited.turnId)) if (event.type === 'done') break;
    const left = `${conversation.workflowId}/turn/${turnId}`;
    const { failure } = await runCommand(system, ['retry-call', left, '--json']);
    expect(failure).toBeUndefined();
    expect(system.model.requests.at(-1)!.body).toEqual(body);
  });

  test('another model with settings, for a call of a tool -> its wire format, the settings, side by side', async () => {
    const { calls } = await playTurn();
    const file = join(folder, 'settings.json');
    await writeFile(file, JSON.stringify({ temperature: 0.25, maxOutputTokens: 77 }));
    system.model.reply(text('I can do that in my head.'));
    const args = ['retry-call', calls[0]!, '--model', SCRIPTED_ANTHROPIC_MODEL, '--settings', file];
    const { output, failure } = await runCommand(system, args);
    expect(failure).toBeUndefined();
    const { path, body } = system.model.requests.at(-1)!;
    expect(path).toContain('/messages');
    expect(body).toMatchObject({ model: 'claude-scripted', max_tokens: 77 });
    expect(body).not.toHaveProperty('temperature');
    expect(output).toMatch(/rejected +temperature/);
    expect(output).toContain(`to ${SCRIPTED_ANTHROPIC_MODEL}`);
    expect(output).toMatch(/model +openai:scripted +anthropic:claude-scripted/);
    expect(output).toContain('calculate {"expression":"6*7"}');
    expect(output).toContain('I can do that in my head.');
  });

  test('a model that is unavailable -> a sentence with its reason, and nothing is stored', async () => {
    const { executionId } = await playTurn();
    const before = await countRows(system.db, STORED);
    system.model.reply(fault.status(401));
    const { failure } = await runCommand(system, ['retry-call', executionId]);
    expect(failure).toMatch(/Model 'openai:scripted' did not answer \(Model\.\w+\)/);
    expect(await countRows(system.db, STORED)).toEqual(before);
  });

  test('a window that the call does not fit -> refused with the numbers, and nothing is sent', async () => {
    const user = system.newUser();
    system.model.reply(text('Long.'));
    const { executionId } = await system.client
      .conversation({ flow: 'assistant', user })
      .ask('river '.repeat(20_000));
    const { n } = system.model.requests.at(-1)!;
    const args = ['retry-call', executionId, '--model', 'openai:gpt-3.5-turbo'];
    const { failure } = await runCommand(system, args);
    expect(failure).toMatch(/has about 2\d{4} tokens, and model 'openai:gpt-3.5-turbo' takes 16384/);
    expect(system.model.requests.at(-1)!.n).toBe(n);
  });

  test('an id that is not a call -> refused with the remedy', async () => {
    const { failure } = await runCommand(system, ['retry-call', 'conversation/assistant/nobody/turn/1']);
    expect(failure).toMatch(/Execution, conversation or model call '.*' does not exist/);
  });
});
