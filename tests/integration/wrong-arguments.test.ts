import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Threadline } from '../../client/threadline.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
let client: Threadline;
let conversation: ConversationHandle;
let turnId: string;
let executionId: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  const user = system.newUser();
  client = system.client.forUser(user, { admin: true });
  conversation = client.conversation({ flow: 'assistant', user });
  system.model.reply(text('Hello.'));
  ({ turnId, executionId } = await conversation.ask('Hello'));
});
afterAll(() => system?.stop());

const cursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');
const wrong = <Value>(value: unknown): Value => value as Value;

const NUMBERS: readonly [what: string, read: () => Promise<unknown>][] = [
  ...[-1, 0, 1.5, 1e7, Number.NaN, wrong<number>('5')].flatMap(
    (limit): [string, () => Promise<unknown>][] => [
      [`list ${limit}`, () => client.executions.list({ limit })],
      [`search executions ${limit}`, () => client.executions.search({ limit })],
      [`waiting ${limit}`, () => client.executions.waiting({ limit })],
      [`waterfall ${limit}`, () => client.executions.waterfall(executionId, { limit })],
      [`conversations ${limit}`, () => client.conversations({ limit })],
      [`search ${limit}`, () => client.search('Hello', { limit })],
      [`memories ${limit}`, () => client.memories.list({ limit })],
      [`approvals ${limit}`, () => client.approvals.list({ limit })],
      [`history ${limit}`, () => conversation.history({ limit })],
    ],
  ),
  ['no date', () => client.executions.list({ since: new Date(Number.NaN) })],
  ['part of a step', () => client.executions.step(executionId, 1.5)],
  ['part of a version', () => client.flowVersions.get('assistant', { version: 1.5 })],
  ['a version beyond 32 bits', () => client.flowVersions.get('assistant', { version: 3e9 })],
  ['part of a round', () => conversation.trajectory({ round: 1.5 })],
  ['part of a message', () => conversation.withdraw({ depth: 0, seq: 1.5, ordinal: 0 })],
  ['an unknown rating', () => conversation.rate(turnId, wrong('great'))],
  ['part of a day', () => conversation.share({ days: 1.5 })],
  [
    'a forged place of approvals',
    () => client.approvals.list({ after: cursor(['2026', 'x', '', '', '0', 0]) }),
  ],
  [
    'a forged place of a waterfall',
    () => client.executions.waterfall(executionId, { after: cursor([1, 1, 2 ** 40, 1, '']) }),
  ],
];

describe('an argument that no type permits', () => {
  test.each(NUMBERS)('%s -> Client.InvalidCursor', async (_what, read) => {
    await expect(read()).rejects.toMatchObject({ type: 'Client.InvalidCursor' });
  });

  test('an id with a NUL character -> not found', async () => {
    await expect(client.executions.get('a\0b')).rejects.toMatchObject({ type: 'Client.NotFound' });
  });

  test('no text -> Conversation.InvalidTurn', async () => {
    const refused = { type: 'Conversation.InvalidTurn' };
    for (const message of [null, undefined, 5])
      await expect((async () => conversation.submit(wrong(message)))()).rejects.toMatchObject(refused);
    for (const id of [undefined, 'five'])
      await expect(client.executions.start({ flow: 'assistant', text: wrong(5), id })).rejects.toMatchObject(
        refused,
      );
  });

  test('an idempotency key of any length -> claimed once', async () => {
    const key = Array.from({ length: 6_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    await client.claimKey(key, { hash: 'one' });
    await expect(client.claimKey(key, { hash: 'two' })).rejects.toMatchObject({ type: 'Turn.Conflict' });
    await client.claimKey(`${key}!`, { hash: 'two' });
  });
});
