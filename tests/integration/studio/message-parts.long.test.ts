import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { fault, gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { chooseMore, findFaults, goTo, keepPicture, say, shown, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'parts' };
const LONG = { timeout: 20_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'assistant', history: { summaries: false } }),
      agentFlow({ slug: 'worker', tools: ['read', 'write'], history: { summaries: false } }),
    ],
    tools: [
      defineTool({
        name: 'read',
        description: 'Reads',
        input: z.object({ path: z.string() }),
        execute({ path }) {
          if (path === 'missing') throw new Error('The file does not exist');
          return `Text of ${path}`;
        },
      }),
      defineTool({
        name: 'write',
        description: 'Writes',
        input: z.object({ path: z.string() }),
        approve: true,
        execute: () => 'written',
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

const ANSWER = [
  'Here is some code:',
  '```ts\nconst price = 5;\nsay(`$$x$$ costs ${price}`);\n```',
  '> Somebody else said this.',
  'The area is \\(\\pi r^2\\), a cup costs $3, and two cost $6.',
].join('\n\n');

describe('Studio', () => {
  test('code, a quotation and a formula -> colored, set apart and drawn; a price stays a price, also in code', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text(ANSWER));
    await say(page, 'Explain');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const count = (selector: string) =>
      page.evaluate<number>(`document.querySelectorAll('.message.assistant ${selector}').length`);
    await expect.poll(() => count('.hljs-keyword'), LONG).toBe(1);
    await expect.poll(() => count('math'), LONG).toBe(1);
    expect(await shown(page)).toMatch(/a cup costs \$3, and two cost \$6\./);
    expect(await page.evaluate('document.querySelector(".code pre").innerText.trim()')).toBe(
      'const price = 5;\nsay(`$$x$$ costs ${price}`);',
    );
    const style = (selector: string, name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${name}']`);
    expect(await style('.code pre code', 'fontFamily')).toContain('monospace');
    expect(await style('.markdown blockquote', 'borderLeftWidth')).toBe('3px');
    await expect.poll(() => style('.acts', 'opacity')).toBe('0');
    await page.evaluate('document.querySelector(".copy-answer").focus()');
    await expect.poll(() => style('.acts', 'opacity')).toBe('1');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'answer');
    await page.resize(375, 800);
    await keepPicture(page, 'answer-375');
    expect(page.complaints).toEqual([]);
  });

  test('an answer rated, taken back, rated otherwise -> in the history, and shown after a reload', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    const rating = async () => (await chat.history()).messages.map((message) => message.rating);
    expect(await page.evaluate('document.querySelectorAll(".acts button").length')).toBe(3);
    await chooseMore(page, 'Good answer');
    await expect.poll(rating, LONG).toEqual(['good', undefined]);
    await page.click('.rate');
    await expect.poll(rating, LONG).toEqual([undefined, undefined]);
    await chooseMore(page, 'Bad answer');
    await expect.poll(rating, LONG).toEqual(['bad', undefined]);
    await page.evaluate('location.reload()');
    await expect
      .poll(() => page.evaluate('document.querySelector(".rate[aria-pressed=true]")?.ariaLabel'), LONG)
      .toBe('Bad answer');
    await expect(chat.rate('missing', 'good')).rejects.toMatchObject({ type: 'Client.NotFound' });
    expect(page.complaints).toEqual([]);
  });

  test('an agent with many steps -> one folded group; in it each call with its duration, and the one that failed; a question outside', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'worker', channel: 'steps' });
    const calls = (name: string, paths: readonly string[]) =>
      toolCalls(paths.map((path) => ({ name, arguments: { path } })));
    system.model.reply(
      calls('read', ['a', 'b', 'missing']),
      calls('read', ['c']),
      calls('write', ['d']),
      text('Four read, one written.'),
    );
    await say(page, 'Copy them');
    const texts = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${selector}')].map(({ innerText }) => innerText.replace(/\\s+/g, ' ').trim())`,
      );
    await expect.poll(() => texts('.asked > p'), LONG).toEqual(['Waiting for your decision']);
    expect(await texts('.work-group > summary')).toEqual([expect.stringMatching(/^4 tool calls/)]);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'approval-card');
    await page.click('.approval .primary');
    await expect.poll(() => shown(page), LONG).toContain('Four read, one written.');
    await expect
      .poll(() => texts('.work-group > summary'), LONG)
      .toEqual([expect.stringMatching(/^5 tool calls · [\d.]+ m?s · 1 failed$/)]);
    expect(await texts('.tool')).toEqual([]);
    await page.click('.work-group > summary');
    const took = expect.stringMatching(/^(read\((a|b|c)\)|read\(missing\) Error|write\(d\)) [\d.]+ m?s$/);
    await expect.poll(() => texts('.tool > summary'), LONG).toEqual([took, took, took, took, took]);
    await page.click('.tool > summary');
    expect((await texts('.tool'))[0]).toContain('Text of a');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'steps');
    await page.resize(375, 800);
    await keepPicture(page, 'steps-375');
    expect(page.complaints).toEqual([]);
  });

  test('an image and a file, after a reload -> visible, and downloaded by a click', async () => {
    await using site = await StudioSite.open(system);
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    system.model.reply(text('A square.'));
    await chat.ask([
      { type: 'file', data: PIXEL, filename: 'square.png' },
      { type: 'file', data: Buffer.from('The code is 1.'), mediaType: 'text/plain', filename: 'code.txt' },
      { type: 'text', text: 'What is it?' },
    ]);
    await using page = await site.openChat(CHAT);
    await expect
      .poll(() => page.evaluate('document.querySelector(".message.user img")?.naturalWidth ?? 0'), LONG)
      .toBe(1);
    await page.evaluate(`{
      window.saved = [];
      const { createObjectURL } = URL;
      let newest;
      URL.createObjectURL = (blob) => createObjectURL((newest = blob));
      HTMLAnchorElement.prototype.click = function () {
        void newest.text().then((words) => saved.push([this.download, words]));
      };
    }`);
    await page.click('[aria-label="Download code.txt"]');
    await expect.poll(() => page.evaluate('window.saved'), LONG).toEqual([['code.txt', 'The code is 1.']]);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'files');
    expect(page.exceptions).toEqual([]);
  });

  test('an answer copied, formatted and as Markdown -> without buttons, thoughts and other words', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const words = '**Rome** is old:\n\n```ts\nconst rome = 753;\n```';
    system.model.reply(text(words, { reasoning: 'Old, surely.' }));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const pasted = async () => {
      await page.evaluate('document.querySelector("textarea").select()');
      await page.click('textarea');
      await page.press('Control+A');
      await page.press('Control+V');
      return page.evaluate<string>('document.querySelector("textarea").value');
    };
    await page.click('.copy-answer');
    await expect.poll(pasted, LONG).toMatch(/^Rome is old:\s+ts\s+const rome = 753;\s*$/);
    await chooseMore(page, 'Copy as Markdown');
    await expect.poll(pasted, LONG).toBe(words);
    expect(page.complaints).toEqual([]);
  });

  test('a failed turn -> one sentence; in the details its error, model, request and run, which links back to the chat', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(fault.status(401));
    await say(page, 'Name a city');
    const problem = () =>
      page.evaluate<string>('document.querySelector(".failure .problem")?.innerText ?? ""');
    await expect.poll(problem, LONG).toBe('The model provider rejected our key. Ask an administrator.');
    expect(await shown(page)).not.toContain('Model.Authentication');
    await page.click('.failure summary');
    const details = () => page.evaluate<string>('document.querySelector(".details")?.innerText ?? ""');
    await expect
      .poll(details, LONG)
      .toMatch(
        /Model\.Authentication[^]*openai:scripted[^]*conversation\/assistant\/[^]*\/agent\/1[^]*Open run/,
      );
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'failure');
    await page.click('.details a');
    await expect
      .poll(() => page.evaluate('document.querySelector("a.to-chat")?.hash'), LONG)
      .toBe('#/chat/assistant/parts?at=1');
    await page.click('a.to-chat');
    await expect.poll(() => shown(page), LONG).toContain('Name a city');
    system.model.reply(text('Rome.'));
    await page.click('.retry');
    await expect.poll(() => shown(page), LONG).toContain('Rome.');
    expect(page.exceptions).toEqual([]);
  });

  test('an answer is stopped -> its cost is unknown, also after a reload', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const answer = gated('Once upon ', 'a time.');
    system.model.reply(answer);
    await say(page, 'Tell me a story');
    await answer.started;
    await expect.poll(() => shown(page), LONG).toContain('Once upon');
    await page.evaluate(
      '[...document.querySelectorAll(".composer button")].find((one) => one.innerText === "Stop").click()',
    );
    for (const round of ['live', 'after a reload']) {
      await expect.poll(() => shown(page), LONG).toMatch(/Stopped[^]*cost unknown/);
      expect(await shown(page), round).toContain('Once upon');
      await page.evaluate('location.reload()');
    }
    answer.release();
    expect(page.complaints).toEqual([]);
  });

  test('a stream that ends in the middle -> the answer is marked as incomplete, until it is opened again', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const answer = gated('Once upon ', 'a time.');
    system.model.reply(answer);
    await page.evaluate(`{
      const { fetch } = window;
      window.cut = true;
      window.fetch = async (url, init) => {
        const response = await fetch(url, init);
        if (!window.cut || init?.method !== 'POST' || !String(url).includes('/api/chat')) return response;
        const reader = response.body.getReader();
        const body = new ReadableStream({
          async pull(controller) {
            const { value, done } = await reader.read();
            if (done) return controller.close();
            controller.enqueue(value);
            if (new TextDecoder().decode(value).includes('Once')) controller.close();
          },
        });
        return new Response(body, response);
      };
    }`);
    await say(page, 'Tell me a story');
    await answer.started;
    await expect
      .poll(() => page.evaluate('document.querySelector(".cut-off")?.innerText'), LONG)
      .toBe('Incomplete: the connection was lost.');
    expect(await shown(page)).toContain('Once upon');
    expect(await shown(page)).not.toContain('Why?');
    await goTo(page, { view: 'chats' });
    answer.release();
    await goTo(page, { view: 'chat', ...CHAT, why: undefined });
    await expect.poll(() => shown(page), LONG).toMatch(/Once upon a time\.[^]*Why\?/);
    expect(await page.evaluate('document.querySelector(".cut-off")')).toBeNull();
    expect(page.exceptions).toEqual([]);
  });
});
