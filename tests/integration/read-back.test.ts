import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { flowOf, results, TOOLS } from './fixtures/spill-tools.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [flowOf('reads', {})], tools: TOOLS });
});
afterAll(() => system?.stop());

describe('reading back', () => {
  test('forged names, paths and other conversations -> refused, each with its name', async () => {
    system.model.reply(toolCalls([{ name: 'big', arguments: {} }]), text('done'));
    await conversationOf().ask('go');
    const forged = [
      '/etc/passwd',
      '../../big-1.1.txt',
      'artifact:/tmp/big-1.1.txt',
      'file:///etc/passwd',
      'big-1.1.txt',
      'small-9.9.txt',
      'message:99',
      'message:0',
      'input',
      "x'; drop table artifact; --",
    ];
    system.model.reply(
      toolCalls([
        { name: 'small', arguments: {} },
        ...forged.map((name) => ({ name: 'read_artifact', arguments: { name } })),
        { name: 'search_artifact', arguments: { pattern: 'x' } },
        { name: 'read_artifact', arguments: '{"name":' },
      ]),
      text('done'),
    );
    await conversationOf().ask('go');
    const [, ...refused] = results(system.model.requests.at(-1));
    forged.forEach((name, index) => {
      expect(refused[index]).toContain(`'${name}' cannot be read: only artifacts of this conversation can`);
    });
    expect(refused.at(-2)).toContain('name is missing');
    expect(refused.at(-1)).toContain('not JSON');
  });

  test('a later turn of the conversation -> reads the results of an earlier one', async () => {
    const conversation = conversationOf();
    system.model.reply(toolCalls([{ name: 'big', arguments: {} }]), text('see artifact:big-1.1.txt'));
    await conversation.ask('go');
    system.model.reply(
      toolCalls([{ name: 'search_artifact', arguments: { name: 'big-1.1.txt', pattern: 'row 12345:' } }]),
      text('done'),
    );
    await conversation.ask('find row 12345');
    expect(results(system.model.requests.at(-1))).toEqual([
      expect.stringMatching(/^1 match .*\nline 12345, offset/),
    ]);
  });

  test('the turn’s own message, cut -> read back whole by the name in the marker', async () => {
    const message = `BEGIN ${'lorem ipsum '.repeat(20_000)}END`;
    system.model.reply(
      toolCalls([{ name: 'read_artifact', arguments: { name: 'message:1', offset: 120_000, limit: 24 } }]),
      text('done'),
    );
    await conversationOf().ask(message);
    expect(system.model.requests.at(-2)!.text).toContain("name 'message:1'");
    expect(results(system.model.requests.at(-1))).toEqual([
      `characters 120000-120024 of ${message.length}; next offset: 120024\n${message.slice(120_000, 120_024)}`,
    ]);
  });
});

function conversationOf() {
  return system.client.conversation({ flow: 'reads', user: system.newUser() });
}
