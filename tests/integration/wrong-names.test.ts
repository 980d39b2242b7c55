import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { countRows } from './fixtures/count-rows.js';
import { runCommand } from './fixtures/run-command.js';

let system: TestSystem;
let user: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  user = system.newUser();
  system.model.reply(text('Hello.'));
  await system.client.conversation({ flow: 'assistant', user }).ask('Hello?');
});
afterAll(() => system?.stop());

describe('a command with the name of a flow that nobody knows', () => {
  const mine = () => ['--user', user];
  test.each<[string, () => string[]]>([
    ['ask', () => ['ask', 'hello', ...mine()]],
    ['chat', () => ['chat', ...mine()]],
    ['run', () => ['run', 'asistant', '--input', 'x']],
    ['history', () => ['history', ...mine()]],
    ['history --summaries', () => ['history', '--summaries', ...mine()]],
    ['branches', () => ['branches', ...mine()]],
    ['switch', () => ['switch', '1', ...mine()]],
    ['fork', () => ['fork', '1', ...mine()]],
    ['retry', () => ['retry', ...mine()]],
    ['drop', () => ['drop', ...mine()]],
    ['regenerate', () => ['regenerate', ...mine()]],
    ['edit', () => ['edit', '1', 'hello', ...mine()]],
    ['clear', () => ['clear', ...mine()]],
    ['threads list', () => ['threads', 'list', ...mine()]],
    ['threads show', () => ['threads', 'show', 'a', ...mine()]],
    ['threads delete', () => ['threads', 'delete', 'a', '--yes', ...mine()]],
    ['mcp', () => ['mcp', ...mine()]],
    ['keys create', () => ['keys', 'create', ...mine()]],
  ])('%s -> refused with the valid ones, and nothing is stored', async (name, args) => {
    const flow = name === 'run' ? [] : ['--flow', 'asistant'];
    const before = await countRows(system.db, ['conversation', 'api_key']);
    const { output, failure } = await runCommand(system, [...args(), ...flow]);
    expect(failure).toContain("Flow 'asistant' is not known; known flows: assistant");
    expect(output).toBe('');
    expect(await countRows(system.db, ['conversation', 'api_key'])).toEqual(before);
  });

  test('a conversation with a channel -> the form of another name', async () => {
    const { failure } = await runCommand(system, ['ask', 'hello', ...mine(), '--flow', 'asistant']);
    expect(failure).toContain("Flow 'asistant' is not known; known flows: assistant; name one with --flow");
  });

  test('a known one -> its conversation', async () => {
    const { output, failure } = await runCommand(system, ['history', '--flow', 'assistant', ...mine()]);
    expect(failure).toBeUndefined();
    expect(output).toContain('Hello.');
  });
});

describe('a command with the name of what does not exist', () => {
  test.each([
    [
      ['download', 'upload:none', '--out', 'none', '--user', 'ada'],
      "User 'ada' has no file 'upload:none': 'threadline history --json' shows the 'ref' of each",
    ],
    [
      ['replay', 'none'],
      "'none' is neither a file nor a Workflow ID in Temporal: name a file with a history as JSON, or a Workflow ID",
    ],
    [
      ['recall', join('tests', 'integration')],
      "File 'tests/integration' cannot be read (EISDIR: illegal operation on a directory, read): name a file",
    ],
  ])('%j -> a sentence with the name and the remedy', async (args, sentence) => {
    expect((await runCommand(system, args)).failure).toContain(sentence);
  });
});

describe('client.conversation', () => {
  test.each([
    [{ flow: 'assistant', user: '' }, 'The user is empty'],
    [{ flow: '', user: 'ada' }, 'The flow is empty'],
  ])('%j -> thrown before anything is sent, with its type', (key, message) => {
    expect(() => system.client.conversation(key)).toThrow(
      expect.objectContaining({ type: 'Conversation.InvalidId', message: expect.stringContaining(message) }),
    );
  });

  test('a message with an unknown field -> refused by types and at run time', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user });
    // @ts-expect-error There is no such field.
    const sent = conversation.submit({ text: 'Hello', whileRuning: 'steer' });
    await expect(sent).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringContaining("'whileRuning'"),
    });
  });
});
