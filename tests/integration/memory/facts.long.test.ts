import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { HistorySettings } from '../../../flow/settings/history-settings.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { startModelServer, type ModelServer } from '../../../packages/testing/model-server/index.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { seeded, userChatter } from '../../context/summary/chatter.js';
import { isLongRun } from '../../setup/is-long-run.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { createPlayer, promptText, watched, type Chat } from './fixtures.js';
import { forgetfulSummary } from './forgetful-summarizer.js';
import { knownIn, plantFacts } from './planted-facts.js';

const TURNS = isLongRun ? 300 : 150;
const PLANTED_TURNS = 50;
const FACT_TOKENS = { least: 570, most: 640 };
const MAX_RAW_TOKENS = 1_250;
const SEED = Number(process.env['FACTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const facts = plantFacts(SEED);
const random = seeded(SEED + 1);

const FORGETS: HistorySettings = { summaries: false, retrieval: false };
const FINDS: HistorySettings = { summaries: false };
const SUMMARIZES: HistorySettings = {
  summaries: { inline: false, model: 'openai:scripted' },
  retrieval: false,
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let server: ModelServer;
let chat: Chat;
let sent: LanguageModelV3Prompt = [];

beforeAll(async () => {
  console.log(`Facts of seed ${SEED}`);
  database = await createTestDatabase(inject('environment'));
  db = openDatabase({ url: database.url, maxConnections: 4 });
  server = await startModelServer({ script: (request) => forgetfulSummary(request, random) });
  const models = createModelRegistry({ openai: { apiKey: 'test', baseUrl: server.baseUrl } });
  const start = createPlayer({
    db,
    resolve: async (modelId) =>
      watched(await models.resolve(modelId), (prompt) => {
        if (modelId.startsWith('offline:')) sent = prompt;
      }),
  });
  await use(SUMMARIZES);
  chat = start('memory');
  for (let turn = 1; turn <= TURNS; turn += 1)
    if ((await chat.turn(textOf(turn))).hasUpkeep) await chat.upkeep();
});
afterAll(async () => {
  await server?.close();
  await db?.destroy();
  await database?.drop();
});

describe(`${facts.length} facts told in the first ${PLANTED_TURNS} of ${TURNS} turns`, () => {
  test('planted facts -> different values that no question contains, small enough for a summary', () => {
    expect(facts).toHaveLength(60);
    expect(new Set(facts.map(({ value }) => value)).size).toBe(60);
    const tokens = facts.reduce((sum, { said }) => sum + countTextTokens(said), 0);
    expect(tokens).toBeGreaterThanOrEqual(FACT_TOKENS.least);
    expect(tokens).toBeLessThanOrEqual(FACT_TOKENS.most);
    for (const { question } of facts) expect(knownIn(question, facts)).toEqual([]);
  });

  test('the summarizer -> lost most of them by itself', async () => {
    const [{ missing, checked }] = await db
      .selectFrom('summary')
      .select(({ fn }) => [
        fn.sum<number>('facts_missing').as('missing'),
        fn.sum<number>('facts_checked').as('checked'),
      ])
      .where('status', '=', 'adopted')
      .execute()
      .then((rows) => rows as [(typeof rows)[number]]);
    expect(Number(missing) / Number(checked)).toBeGreaterThan(0.5);
  });

  test('summaries on -> at least 95 % of the values are in the request, the summary within 800 tokens', async () => {
    await use(SUMMARIZES);
    await chat.turn('So, where were we?');
    const said = promptText(sent);
    const known = knownIn(said, facts);
    console.log(`With summaries ${known.length} of ${facts.length} facts are in the request`);
    expect(known.length).toBeGreaterThanOrEqual(0.95 * facts.length);
    const system = promptText(sent.filter(({ role }) => role === 'system'));
    const summary = system.slice(system.indexOf('[Topic: ')).replaceAll(/^> ?/gm, '');
    expect(countTextTokens(summary)).toBeLessThanOrEqual(800);
    const raw = sent.filter(({ role }) => role === 'user' || role === 'assistant');
    expect(countTextTokens(promptText(raw))).toBeLessThan(MAX_RAW_TOKENS);
    expect(knownIn(promptText(raw), facts).length).toBeLessThanOrEqual(2);
  });

  test('summaries and retrieval off -> under 5 % of them are', async () => {
    await use(FORGETS);
    const known = await askedFor();
    expect(known).toBeLessThan(0.05 * facts.length);
  });

  test('only retrieval on -> at least 80 % of them are in the call for their question', async () => {
    await use(FINDS);
    const known = await askedFor();
    console.log(`With retrieval ${known} of ${facts.length} facts are in the call for their question`);
    expect(known).toBeGreaterThanOrEqual(0.8 * facts.length);
  });
});

async function askedFor(): Promise<number> {
  let known = 0;
  for (const fact of facts) {
    await chat.turn(fact.question);
    known += knownIn(promptText(sent), [fact]).length;
  }
  return known;
}

function use(history: HistorySettings): Promise<unknown> {
  const flow: FlowDefinition = { ...agentFlow({ slug: 'memory', model: 'offline:demo' }), history };
  return registerFlows(db, [flow]);
}

const chatter = Array.from(
  { length: TURNS + 1 },
  (_, turn) => `${userChatter(random)} That was day ${turn}.`,
);

function textOf(turn: number): string {
  const talk = chatter[turn] ?? '';
  if (turn > PLANTED_TURNS) return talk;
  const told = facts.filter((_, index) => index % PLANTED_TURNS === turn - 1).map(({ said }) => said);
  return turn % 3 === 0 ? [talk, ...told].join(' ') : told.join(' ');
}
