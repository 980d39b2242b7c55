import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { agent, defineFlow, manual } from '../../index.js';
import { sweepUploads } from '../../store/uploads/sweep-uploads.js';
import { forgetUser } from '../../store/users/forget-user.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { png } from './fixtures/pictures.js';

const describer = defineFlow({
  slug: 'describer',
  name: 'Describer',
  nodes: { start: manual(), look: agent({ model: SCRIPTED_MODEL }) },
  edges: [['start', 'look']],
});
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [describer] });
});
afterAll(() => system?.stop());

const CAT = png(640, 480, 'cat');
const dataUrl = `data:image/png;base64,${Buffer.from(CAT).toString('base64')}`;
const LINE = '[picture 1: "cat.png", image/png, 640 x 480]';
const FILE = { type: 'file', data: CAT, filename: 'cat.png' } as const;

describe('startExecution with files', () => {
  test('a text, a picture and a text file -> sent, explained and rebuilt; a repeated start is idempotent, with another file it is not', async () => {
    system.model.reply(text('A cat.'));
    const user = system.newUser();
    const start = {
      flow: 'describer',
      user,
      id: `cat-${user}`,
      parts: [
        { type: 'text', text: 'What is this?' },
        FILE,
        { type: 'file', data: Buffer.from('It purrs.'), filename: 'note.txt' },
      ],
    } as const;
    const run = await system.client.executions.start(start);
    expect(await run.result()).toBe('A cat.');
    expect(system.model.requests.at(-1)!.messages.at(-1)!['content']).toEqual([
      { type: 'text', text: expect.stringContaining(`What is this?\n${LINE}\n[file 2: "note.txt"`) },
      { type: 'image_url', image_url: { url: dataUrl } },
    ]);
    expect(JSON.stringify(system.model.requests.at(-1)!.messages)).toContain('It purrs.');
    const [call] = await system.client.executions.explain(run.executionId);
    expect(call!.context.messages.at(-1)).toMatchObject({ place: { from: 'input' }, images: 1 });
    expect(call!.context.messages.at(-1)!.tokens).toBeGreaterThan(409);

    const again = await system.client.executions.start(start);
    expect(await again.result()).toBe('A cat.');
    await expect(
      system.client.executions.start({ ...start, parts: start.parts.slice(0, 2) }),
    ).rejects.toMatchObject({ type: 'Turn.Conflict' });
  });

  test('an execution without a user, from any Temporal client, base64 in its input -> kept as long as the execution', async () => {
    system.model.reply(text('Small.'));
    const workflowId = `execution/describer/${system.newUser()}`;
    const parts = [{ type: 'image', image: Buffer.from(png(9, 9, workflowId)).toString('base64') }];
    const handle = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId,
      args: [{ flow: 'describer', parts }],
    });
    expect(await handle.result()).toMatchObject({ preview: 'Small.' });
    expect(JSON.stringify(system.model.requests.at(-1)!.messages)).toContain(parts[0]!.image);
    await ageUploads('');
    await sweepUploads(system.db);
    expect(await countUploads('')).toBe(1);
    await system.db.deleteFrom('execution').where('workflow_id', '=', workflowId).execute();
    await sweepUploads(system.db);
    expect(await countUploads('')).toBe(0);
  });

  test("an invalid part, or another user's file -> refused, and nothing runs; a forgotten user's files are deleted", async () => {
    const [ada, eve] = [system.newUser(), system.newUser()];
    const { ref } = await system.client.upload(CAT, { user: ada });
    const start = { flow: 'describer', user: eve } as const;
    const refused = [
      [{ ...start, parts: [] }, /has no parts/],
      [start, /An execution needs a 'text' or 'parts'/],
      [{ ...start, text: 'hello', parts: [FILE] }, /has a 'text' or 'parts', not both/],
      [
        { ...start, parts: [{ type: 'image', image: 'https://example.com/cat.png' }] },
        /an address as its data/,
      ],
    ] as const;
    for (const [given, reason] of refused)
      await expect(system.client.executions.start(given)).rejects.toMatchObject({
        type: 'Conversation.InvalidTurn',
        message: expect.stringMatching(reason),
      });
    const run = await system.client.executions.start({ ...start, parts: [{ type: 'image', image: ref }] });
    await expect(run.result()).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: 'Part 1 of the message refers to no upload of its user',
    });
    expect(await forgetUser(system.db, ada, { actor: 'test', via: 'client' })).toMatchObject({ upload: 1 });
  });
});

async function ageUploads(user: string): Promise<void> {
  const old = new Date(Date.now() - 2 * 86_400_000);
  await system.db.updateTable('upload').set({ used_at: old }).where('user_id', '=', user).execute();
}

async function countUploads(user: string): Promise<number> {
  return (await system.db.selectFrom('upload').select('hash').where('user_id', '=', user).execute()).length;
}
