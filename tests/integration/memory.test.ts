import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MAX_MEMORIES } from '../../store/users/memories.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { flowOf, results } from './fixtures/spill-tools.js';

const NAMES = ['identify_user', 'memory_read', 'memory_write'];

let system: TestSystem;
beforeAll(async () => {
  const flows = [flowOf('helper', { tools: NAMES }), flowOf('other', { tools: NAMES })];
  system = await startTestSystem(inject('environment'), { flows, tools: [] });
});
afterAll(() => system?.stop());

describe('memory tools', () => {
  test('written, cleared, closed -> readable in another flow by the same user, not by another user', async () => {
    const user = system.newUser();
    const first = system.client.conversation({ flow: 'helper', user });
    expect(
      await call(first, [
        write({ key: 'name', value: 'Ada' }),
        write({ key: 'language', value: 'German' }),
        write({ kind: 'procedure', key: 'tone', value: 'Short answers' }),
      ]),
    ).toEqual(["Remembered fact 'name'", "Remembered fact 'language'", "Remembered procedure 'tone'"]);
    await first.clear();
    await first.close();
    const second = system.client.conversation({ flow: 'other', user });
    const [found, known] = await call(second, [
      { name: 'memory_read', arguments: { search: 'german' } },
      { name: 'identify_user', arguments: {} },
    ]);
    expect(JSON.parse(found!)).toEqual({
      memories: [{ kind: 'fact', key: 'language', value: 'German', updatedAt: expect.any(String) }],
      hasMore: false,
    });
    const { facts, ...rest } = JSON.parse(known!) as { facts: { key: string }[] };
    expect(rest).toEqual({
      user,
      since: expect.any(String),
      memories: { fact: 2, episode: 0, procedure: 1 },
    });
    expect(facts).toHaveLength(2);
    expect(facts).toContainEqual({ key: 'name', value: 'Ada' });
    const stranger = system.client.conversation({ flow: 'helper', user: system.newUser('bob') });
    const [nothing] = await call(stranger, [{ name: 'memory_read', arguments: {} }]);
    expect(JSON.parse(nothing!)).toEqual({ memories: [], hasMore: false });
  });

  test('null and an empty value -> deleted, once', async () => {
    const conversation = system.client.conversation({ flow: 'helper', user: system.newUser() });
    await call(conversation, [write({ key: 'a', value: '1' }), write({ key: 'b', value: '2' })]);
    expect(
      await call(conversation, [write({ key: 'a', value: null }), write({ key: 'b', value: ' ' })]),
    ).toEqual(["Deleted fact 'a'", "Deleted fact 'b'"]);
    expect(await call(conversation, [write({ key: 'a', value: null })])).toEqual([
      "There was no fact 'a' to delete",
    ]);
  });

  test('no user -> each returns an error', async () => {
    system.model.reply(
      toolCalls([
        { name: 'identify_user', arguments: {} },
        { name: 'memory_read', arguments: {} },
        write({ key: 'name', value: 'Ada' }),
      ]),
      text('done'),
    );
    await (await system.client.executions.start({ flow: 'helper', text: 'go' })).result();
    expect(results(system.model.requests.at(-1))).toEqual(
      NAMES.map(
        (name) => `${name} failed: No user is known here, so nothing is remembered: go on without it`,
      ),
    );
    const rows = await system.db
      .selectFrom('tool_call')
      .select('is_error')
      .where('name', '=', 'identify_user')
      .execute();
    expect(rows.at(-1)).toEqual({ is_error: true });
  });

  test('too long, an unknown kind -> not run, and the model reads the reason', async () => {
    const conversation = system.client.conversation({ flow: 'helper', user: system.newUser() });
    const [long, kind] = await call(conversation, [
      write({ key: 'k', value: 'x'.repeat(4_001) }),
      write({ kind: 'secret', key: 'k', value: 'x' }),
    ]);
    expect(long).toMatch(/do not fit its schema, so it was not run: value: .*4000/);
    expect(kind).toMatch(/do not fit its schema, so it was not run: kind: /);
  });

  test('full -> an error result; once there is room, the same call runs', async () => {
    const user = system.newUser();
    const rows = Array.from({ length: MAX_MEMORIES }, (_, n) => ({
      user_id: user,
      kind: 'episode' as const,
      key: `k${n}`,
      value: 'x',
    }));
    await system.db.insertInto('memory').values(rows).execute();
    const again = write({ key: 'name', value: 'Ada' });
    system.model.reply(
      toolCalls([again]),
      toolCalls([write({ kind: 'episode', key: 'k1', value: null })]),
      toolCalls([again]),
      text('done'),
    );
    await system.client.conversation({ flow: 'helper', user }).ask('go');
    expect(results(system.model.requests.at(-1))).toEqual([
      "memory_write failed: The user's 1000 memories are full and nothing was written: " +
        'delete one you do not need first',
      "Deleted episode 'k1'",
      "Remembered fact 'name'",
    ]);
  });
});

function write(memory: { kind?: string; key: string; value: string | null }) {
  return { name: 'memory_write', arguments: { kind: 'fact', ...memory } };
}

async function call(
  conversation: ReturnType<TestSystem['client']['conversation']>,
  calls: Parameters<typeof toolCalls>[0],
): Promise<string[]> {
  system.model.reply(toolCalls(calls), text('done'));
  await conversation.ask('go');
  return results(system.model.requests.at(-1)).slice(-calls.length);
}
