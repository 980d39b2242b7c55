import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { conversationWorkflowId } from '../../../protocol/ids.js';
import { importConversation } from '../../../store/conversation/import-conversation.js';
import { writeMemory } from '../../../store/users/memories.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { findFaults, keepPicture, read, StudioSite } from './studio-site.js';

const LONG = { timeout: 15_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'helper' }), agentFlow({ slug: 'reader', tools: ['memory_read'] })],
  });
}, 120_000);
afterAll(() => system?.stop());

function hashes(page: BrowserPage, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('${selector} a')].map(({ hash }) => hash)`);
}

describe('MemoryPage', () => {
  test('a request withdrawn, a message dropped, a memory deleted and undone -> no longer sent, and shown as such', async () => {
    await using site = await StudioSite.open(system);
    await writeMemory(system.db, { user: site.user, kind: 'fact', key: 'language', value: 'English' });
    const reader = system.client.conversation({ flow: 'reader', user: site.user, channel: 'words' });
    system.model.reply(toolCalls([{ name: 'memory_read', arguments: {} }]), text('German.'));
    const { executionId: readBy } = await reader.ask('Which language?');
    const chat = system.client.conversation({ flow: 'helper', user: site.user, channel: 'trees' });
    const say = async (message: string) => {
      system.model.reply(text('Yes.'));
      await chat.ask(message);
    };
    await say('Always answer in haiku.');
    await say('Name a secret tree.');
    const [answer] = (await chat.history()).messages;
    const executionId = answer!.executionId!;
    const fact = { user: site.user, kind: 'fact', key: 'language', value: 'German', executionId } as const;
    await writeMemory(system.db, fact);
    const { standing } = await chat.memoryUses();
    const sentWith = standing[0]!.newest.map((use) => use.executionId);
    expect(sentWith[0]).toBe(executionId);
    await using page = await site.openPage();
    await page.click('nav a[href="#/memory"]');
    await expect.poll(() => read(page, '.standing'), LONG).toContain('Active');
    expect(await read(page, '.standing')).toMatch(/Sent with \d of the newest 2 calls/);
    // Relative times of two calls may be equal.
    expect(await read(page, '.standing .uses a')).toMatch(/^\d+:\d\d:\d\d/);
    expect(await hashes(page, '.standing .uses')).toEqual(
      sentWith.map((id) => `#/chat/helper/trees?why=${encodeURIComponent(id)}`),
    );
    expect(await read(page, '.facts-of-user .uses')).toContain('Sent with 1 of the newest 4 calls');
    const why = `#/chat/reader/words?why=${encodeURIComponent(readBy)}`;
    expect(await hashes(page, '.facts-of-user .uses')).toEqual([why]);
    expect(await page.evaluate('document.querySelector(".standing a").hash')).toBe(
      '#/chat/helper/trees?at=1',
    );
    expect(await read(page, '.facts-of-user')).toContain('German');
    expect(await page.evaluate('document.querySelector(".facts-of-user a").hash')).toBe(
      '#/chat/helper/trees?at=3',
    );
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'memory');
    await page.click('.standing button');
    await expect.poll(() => read(page, '.standing'), LONG).toContain('Withdrawn');
    await page.click('[aria-label="Drop message 3"]');
    await expect.poll(() => read(page, '.droppable-messages'), LONG).toContain('Dropped');
    await say('Name another.');
    const sent = JSON.stringify(system.model.requests.at(-1)?.body);
    expect(sent).not.toContain('secret tree');
    expect(sent.split('haiku')).toHaveLength(2);
    await page.click('[aria-label="Delete language"]');
    await expect.poll(() => read(page, '.facts-of-user')).toContain('Nothing is remembered');
    await page.evaluate(
      `[...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Undo').click()`,
    );
    await expect.poll(() => read(page, '.facts-of-user')).toContain('German');
    await page.click('.facts-of-user .uses a');
    await expect.poll(() => read(page, '.call[open] .sent-facts'), LONG).toBe('Sent memories: language');
    expect(await hashes(page, '.call[open] .sent-facts')).toEqual(['#/memory']);
    expect(await findFaults(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('over 200 memories, over 100 messages -> says that only the newest are shown', async () => {
    await using site = await StudioSite.open(system);
    await system.db
      .insertInto('memory')
      .values(
        Array.from({ length: 201 }, (_, n) => ({
          user_id: site.user,
          kind: 'fact' as const,
          key: `k${n}`,
          value: 'x',
        })),
      )
      .execute();
    await importConversation(system.db, {
      workflowId: conversationWorkflowId({ flow: 'helper', user: site.user, channel: 'long' }),
      flow: 'helper',
      user: site.user,
      channel: 'long',
      messages: Array.from({ length: 102 }, (_, n) => ({
        role: n % 2 === 0 ? 'user' : 'assistant',
        text: `message ${n}`,
      })),
      countTokens: countTextTokens,
    });
    await using page = await site.openPage();
    await page.click('nav a[href="#/memory"]');
    await expect.poll(() => read(page, '.facts-of-user'), LONG).toContain('Only the newest 200 are shown.');
    await expect
      .poll(() => read(page, '.droppable-messages'), LONG)
      .toContain('Only the newest 100 are shown.');
    expect(await read(page, '.summaries')).not.toContain('Only');
  });

  test('a phone -> nothing beside it', async () => {
    await using site = await StudioSite.open(system);
    await writeMemory(system.db, { user: site.user, kind: 'fact', key: 'language', value: 'German' });
    await using page = await site.openPage({ width: 375, height: 800 });
    await page.click('nav a[href="#/memory"]');
    await expect.poll(() => read(page, '.facts-of-user'), LONG).toContain('German');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'memory-phone');
  });
});
