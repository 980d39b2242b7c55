import * as version6 from 'ai';
import * as version7 from 'ai-7';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from '../serve-gateway.js';
import { png } from '../../fixtures/pictures.js';
import { ChatPageClient, overSocket } from './chat-page-client.js';
import { openSdkChat } from './sdk-chat.js';

let system: TestSystem;
let served: ServedGateway;
let gateway: ChatPageClient['gateway'];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', history: { summaries: false } })],
  });
  served = await serveGateway(system);
  gateway = overSocket(served);
});
afterAll(async () => {
  await served?.close();
  await system?.stop();
});

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a picture of a chat', () => {
  test('loaded again -> its address returns the bytes to its user alone, and may be sent back', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const other = new ChatPageClient(gateway, system.newUser());
    const file = { type: 'file', url: PICTURE, mediaType: 'image/png', filename: 'dot.png' };
    const ask = (words: string, part: object) => [part, { type: 'text', text: words }] as never;
    system.model.reply(text('A dot.'), text('Still a dot.'));
    await page.say('a/b', { id: 'u1', parts: ask('What is it?', file) });
    const [question] = await page.history('a%2Fb');
    const { url } = question?.parts[0] as unknown as { url: string };
    const path = url.slice('/api/chat'.length);
    const load = (from: ChatPageClient) => new ChatPageClient(from.gateway, from.user, '').request(path);
    const loaded = await load(page);
    expect(loaded.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await loaded.arrayBuffer()).toString('base64')).toBe(PICTURE.split(',')[1]);
    expect((await load(other)).status).toBe(404);
    const again = { ...file, url: `http://gateway${url}` };
    await page.say('a/b', { id: 'u2', parts: ask('And now?', again) });
    expect(
      JSON.stringify(system.model.requests.at(-1)?.messages.at(-1)).split(PICTURE.split(',')[1] ?? '').length,
    ).toBe(2);
  });

  test.each([
    [6, version6],
    [7, version7],
  ] as const)(
    'useChat of version %i sends 30 MB of pictures one by one -> all are answered; with the whole history -> 413 with advice',
    async (version, module) => {
      const site = { url: served.url, user: system.newUser(), flow: 'assistant' };
      const content = Buffer.concat([png(64, 48, 'cat'), Buffer.alloc(10_000_000)]).toString('base64');
      const url = `data:image/png;base64,${content}`;
      const files = [{ type: 'file' as const, mediaType: 'image/png', url }];
      const chat = openSdkChat({ version, module }, { ...site, id: 'one' });
      const naive = openSdkChat({ version, module }, { ...site, id: 'all', sendsHistory: true });
      system.model.reply(...['A', 'B', 'C', 'A', 'B'].map((said) => text(said)));
      for (const words of ['One', 'Two', 'Three']) await chat.sendMessage({ text: words, files });
      expect(chat.error).toBeUndefined();
      expect(chat.messages.map(({ parts }) => parts.at(-1)?.text)).toEqual([
        ...['One', 'A', 'Two', 'B', 'Three', 'C'],
      ]);
      for (const words of ['One', 'Two', 'Three']) await naive.sendMessage({ text: words, files });
      expect(naive.error?.message).toMatch(/Gateway\.TooLarge.*prepareSendMessagesRequest/);
    },
    60_000,
  );
});
