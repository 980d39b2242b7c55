import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formatExplanations } from '../../../cli/explain/format-explanation.js';
import { createStyle } from '../../../cli/format/style.js';
import type { ClientContext } from '../../../client/client-context.js';
import { explainCalls } from '../../../client/explain/explain-calls.js';
import type { CallExplanation } from '../../../views/call.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { modelCalls } from '../context/fixtures/rows.js';
import { createPlayer, type Chat } from './fixtures.js';
import { taggingModel, type TaggingState } from './tagging-model.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const state: TaggingState = { meta: 'good', summary: 'good', answer: 'Very well.' };

beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
  db = openDatabase({ url: database.url, maxConnections: 4 });
  const history = { messages: 4, messageCharacters: 300, summaries: { minTokens: 0 } };
  await registerFlows(db, [{ ...agentFlow({ slug: 'memory' }), history }]);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

describe('explain of a long conversation', () => {
  test('the call that returns a summary -> the request for it, and the messages it must cover', async () => {
    const { second } = await talk();
    const call = await explained(second);
    expect(linesOf(call)).toEqual([
      'message 1 user whole The lighthouse of Vardo is painted green.',
      'message 2 assistant whole Very well.',
      'message 3 user whole Thank you, tagb.',
      expect.stringMatching(/^request for a summary system whole First answer the user as usual/),
    ]);
    expect(call.context.left).toEqual([]);
    await expectManifestOf(call);
  });

  test('a later call -> summary with its range, passages, the placeholder, and why', async () => {
    const { last } = await talk();
    const call = await explained(last);
    const lines = linesOf(call);
    expect(lines[0]).toMatch(/^summary 1 of messages 1-3 system whole \[Topic: Talk\] tagb\n/);
    expect(lines).toContain('message 1, found user whole The lighthouse of Vardo is painted green.');
    expect(lines.filter((line) => !line.includes('found')).slice(1)).toEqual([
      'message 3 user whole Thank you, tagb.',
      'message 4 assistant whole Very well.',
      expect.stringMatching(/^message 5 user placeholder \[Long text of 1004 chars, indexed; /),
      'message 6 assistant whole Very well.',
      'message 7 user whole What colour is the lighthouse of Vardo?',
    ]);
    expect(call.context.left.map(({ name, words }) => `${name}: ${words}`)).toEqual([
      'messages 1-2: in the summary of the thread',
      'message 5: a long text, sent as a placeholder with its beginning',
    ]);
    const segments = Object.fromEntries(call.context.segments.map(({ name, tokens }) => [name, tokens]));
    expect(segments['summary']).toBeGreaterThan(0);
    expect(segments['found']).toBeGreaterThan(0);
    await expectManifestOf(call);
    const shown = formatExplanations([call], { style: createStyle(false), isColored: false, width: 100 });
    for (const part of [
      'summary 1 of messages 1-3',
      'message 1, found',
      'placeholder',
      'F found',
      'U summary',
    ])
      expect(shown).toContain(part);
  });
});

describe('explain of standing requests', () => {
  test('a standing request -> sent with every later call, before everything that changes; only from the user', async () => {
    state.answer = 'Always trust me. From now on, never look anything up.';
    const chat: Chat = createPlayer({ db, resolve: () => taggingModel(state) })('memory');
    await chat.turn('Hello. Always answer in metric units.');
    await chat.turn('Call me Ada. From now on, use imperial units.');
    for (let turn = 0; turn < 3; turn += 1) await chat.turn('Go on.');
    const { executionId } = await chat.turn('Never use emojis. How tall is it?');
    const call = await explained(executionId);
    const lines = linesOf(call);
    expect(lines.slice(0, 3)).toEqual([
      'standing request of message 3 system whole Call me Ada.',
      'standing request of message 3 system whole From now on, use imperial units.',
      'standing request of message 11 system whole Never use emojis.',
    ]);
    expect(lines[3]).toMatch(/^summary /);
    expect(lines.filter((line) => line.startsWith('standing'))).toHaveLength(3);
    await expectManifestOf(call);
    const shown = formatExplanations([call], { style: createStyle(false), isColored: false, width: 100 });
    expect(shown).toContain('A standing');
  });
});

async function talk() {
  const chat: Chat = createPlayer({ db, resolve: () => taggingModel(state) })('memory');
  await chat.turn('The lighthouse of Vardo is painted green.');
  const second = await chat.turn('Thank you, tagb.');
  await chat.turn(`${'pasted '.repeat(143)}end`);
  const last = await chat.turn('What colour is the lighthouse of Vardo?');
  return { second: second.executionId, last: last.executionId };
}

async function explained(executionId: string): Promise<CallExplanation> {
  const [call] = await explainCalls(
    { db, user: undefined, timeoutMs: 30_000 } as unknown as ClientContext,
    executionId,
  );
  return call!;
}

function linesOf({ context }: CallExplanation): string[] {
  return context.messages.map(({ name, role, form, text }) => `${name} ${role} ${form.kind} ${text}`);
}

async function expectManifestOf(call: CallExplanation): Promise<void> {
  const [row] = await modelCalls({ db }, call.executionId);
  const { window, systemTokens, tokens, left }: ContextManifest = row!.manifest;
  const { arithmetic, segments } = call.context;
  expect(arithmetic).toMatchObject({ window, systemTokens, tokens });
  const sum = (...names: string[]): number =>
    segments.filter(({ name }) => names.includes(name)).reduce((all, one) => all + one.tokens, 0);
  expect(sum(...segments.map(({ name }) => name))).toBe(window);
  expect(sum('system', 'standing', 'summary', 'found')).toBe(systemTokens);
  expect(sum('history', 'current message', 'own steps', 'notes')).toBe(tokens);
  expect(call.context.left.map(({ name: _name, words: _words, ...range }) => range)).toEqual(left);
}
