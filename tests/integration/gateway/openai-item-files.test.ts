import { sql } from 'kysely';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { sweepUploads } from '../../../store/uploads/sweep-uploads.js';
import { png } from '../fixtures/pictures.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const clientOf = (user: string): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });

describe('items added before the first response, by openai for Node', () => {
  test('a picture and a file -> stored as uploads, kept until the first response, which sends them', async () => {
    const user = system.newUser();
    const { conversations, responses } = clientOf(user);
    const picture = Buffer.from(png(64, 48, 'cat')).toString('base64');
    const notes = Buffer.from('The code is 4711.').toString('base64');
    const { id: conversation } = await conversations.create({
      items: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look.' },
            { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${picture}` },
            { type: 'input_file', filename: 'notes.txt', file_data: `data:text/plain;base64,${notes}` },
          ],
        },
      ],
    });
    const { data } = await conversations.items.list(conversation);
    const upload = expect.stringMatching(/^upload:[0-9a-f]{64}$/) as string;
    expect(data).toMatchObject([
      {
        content: [
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', detail: 'auto', file_id: upload },
          { type: 'input_file', filename: 'notes.txt', file_id: upload },
        ],
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('base64');
    await system.client.upload(Buffer.from('Not referred to.'), { user });
    await sql`update upload set used_at = now() - interval '2 days' where user_id = ${user}`.execute(
      system.db,
    );
    await sweepUploads(system.db, { user });
    const { rows } = await sql`select from upload where user_id = ${user}`.execute(system.db);
    expect(rows).toHaveLength(2);
    system.model.reply(text('A cat.'));
    await responses.create({ model: 'assistant', conversation, input: 'What is it?' });
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent).toContain(picture);
    expect(sent).toContain('4711');
  });

  test('more than 2 MB -> 413, nothing is added; the same items again -> idempotent', async () => {
    const { conversations } = clientOf(system.newUser());
    const { id } = await conversations.create();
    const add = (letter: string) =>
      conversations.items.create(
        id,
        { items: [{ role: 'user', content: letter.repeat(900_000) }] },
        { headers: { 'idempotency-key': letter } },
      );
    await add('a');
    await add('b');
    const full = { status: 413, code: 'conversation_full', param: 'items' };
    await expect(add('c')).rejects.toMatchObject(full);
    expect((await add('a')).data).toHaveLength(1);
    expect((await conversations.items.list(id)).data).toHaveLength(2);
  });
});
