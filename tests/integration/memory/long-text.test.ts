import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { zeroLatencyModel } from '../../../packages/lab/bench/zero-latency-model.js';
import type { HistorySettings } from '../../../flow/settings/history-settings.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { seeded, userChatter } from '../../context/summary/chatter.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { createPlayer, promptText, watched } from './fixtures.js';

const FACT = 'The combination of the vault is 7731-X.';
const random = seeded(7);
const filler = (): string => Array.from({ length: 80 }, () => userChatter(random)).join(' ');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let sent: LanguageModelV3Prompt = [];
beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
  db = openDatabase({ url: database.url, maxConnections: 4 });
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

describe('a long text from before the turn', () => {
  test('still in the window -> a placeholder that mentions the search, and the matching parts before the question', async () => {
    const said = await askAbout({});
    expect(said).toContain('chars, indexed; passages of it');
    expect(said).toContain(FACT);
    expect(said.indexOf('[Long text of')).toBeLessThan(said.indexOf(FACT));
    expect(said.length).toBeLessThan(12_000);
  });

  test('retrieval off -> a placeholder that mentions no search', async () => {
    const said = await askAbout({ retrieval: false });
    expect(said).toContain('chars, stored whole, not sent here');
    expect(said).not.toContain(FACT);
  });
});

async function askAbout(history: HistorySettings): Promise<string> {
  await registerFlows(db, [{ ...agentFlow({ slug: 'long-text' }), history }]);
  const model = watched(zeroLatencyModel('I see.'), (prompt) => (sent = prompt));
  const chat = createPlayer({ db, resolve: () => model })('long-text');
  await chat.turn(`${filler()} ${FACT} ${filler()}`);
  await chat.turn('What is the combination of the vault?');
  return promptText(sent);
}
