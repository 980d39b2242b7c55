import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { renderContext } from '../../../activities/agent/call/render-context.js';
import { findGrammar } from '../../../context/grammar/grammar.js';
import { validateGrammar } from '../../../context/grammar/validate-grammar.js';
import type { HistorySettings } from '../../../flow/settings/history-settings.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { isLongRun } from '../../setup/is-long-run.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { modelCalls } from '../context/fixtures/rows.js';
import { checkCoverage, checkManifest, type Standing } from './coverage-checks.js';
import { anySteps, FIRST_SETTINGS, type Between, type TurnStep } from './coverage-steps.js';
import { createPlayer, type Chat } from './fixtures.js';
import { taggingModel, tagOf, type TaggingState } from './tagging-model.js';

const RUNS = isLongRun ? 1_000 : 20;
const SEED = Number(process.env['COVERAGE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let onAnswered: (() => Promise<void>) | undefined;
const state: TaggingState = { meta: 'good', summary: 'good', answer: '' };
const outcomes = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
  db = openDatabase({ url: database.url, maxConnections: 6 });
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

describe('what stands for the messages of a thread', () => {
  test(
    'any turns, clears, summaries and settings -> every message raw or covered, in every call',
    { timeout: 600_000 },
    async () => {
      console.log(`Courses of seed ${SEED}`);
      const start = createPlayer({
        db,
        resolve: () => taggingModel(state),
        onPoint: async (point) => {
          const then = onAnswered;
          if (point !== 'summarizeThread.answered' || then === undefined) return;
          onAnswered = undefined;
          await then();
        },
      });
      await fc.assert(
        fc.asyncProperty(anySteps, async (steps) => {
          const course = new Course();
          await course.use(FIRST_SETTINGS);
          course.chat = start('coverage');
          for (const { before, turn } of steps) {
            await course.between(before, turn);
            await course.turn(turn);
          }
          await course.count();
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      );
      console.log('Attempts to summarize', Object.fromEntries(outcomes));
      if (!isLongRun) return expect([...outcomes.keys()]).toContain('inline adopted');
      expect([...outcomes.keys()]).toEqual(
        expect.arrayContaining([
          ...['inline adopted', 'inline unusable', 'summarize adopted', 'merge adopted'],
        ]),
      );
      expect([...outcomes.keys()].some((key) => key.endsWith('superseded'))).toBe(true);
    },
  );

  test('an update that would uncover messages -> refused by the schema', async () => {
    const course = new Course();
    await course.use(FIRST_SETTINGS);
    course.chat = createPlayer({ db, resolve: () => taggingModel(state) })('coverage');
    for (let turn = 1; turn <= 3; turn += 1)
      await course.turn({ characters: [10, 10], status: 'completed', meta: 'good' });
    const { id, coversThrough } = await checkCoverage(db, course.chat.workflowId);
    expect(coversThrough).toBeGreaterThan(1);
    const back = sql`update conversation set covers_through = covers_through - 1 where id = ${id}`;
    await expect(back.execute(db)).rejects.toMatchObject({
      code: '23514',
      message: `covers_through of conversation ${id} would go back from ${coversThrough} to ${coversThrough - 1}`,
    });
    const beyond = sql`update conversation set covers_through = last_seq + 1 where id = ${id}`;
    await expect(beyond.execute(db)).rejects.toMatchObject({
      constraint: 'conversation_covers_through_check',
    });
  });
});

class Course {
  chat!: Chat;
  private history: HistorySettings = {};
  private model = '';
  private standing: Standing = { id: 0, lastSeq: 0, clearedThrough: 0, coversThrough: 0 };

  async use({ history, model }: { history: HistorySettings; model: string }): Promise<void> {
    this.history = history;
    this.model = model;
    await registerFlows(db, [{ ...agentFlow({ slug: 'coverage', model }), history }]);
  }

  async turn({ characters, status, meta }: TurnStep): Promise<void> {
    const { lastSeq } = this.standing;
    const before = this.standing;
    state.meta = meta;
    state.answer = textOf(lastSeq + 2, characters[1]);
    const { executionId } = await this.chat.turn(textOf(lastSeq + 1, characters[0]), status);
    const [call] = await modelCalls({ db }, executionId);
    checkManifest(call!.manifest, { standing: before, current: lastSeq + 1, history: this.history });
    await this.check();
    const { prompt } = await renderContext(
      db,
      { id: call!.execution_id, conversationId: this.standing.id, input: null },
      call!.manifest,
    );
    expect(validateGrammar(prompt as ModelMessage[], findGrammar(this.model))).toEqual([]);
    expect(this.standing.lastSeq).toBe(lastSeq + (status === 'completed' ? 2 : 1));
  }

  async between(between: Between, turn: TurnStep): Promise<void> {
    if (between.kind === 'clear') await this.chat.clear();
    if (between.kind === 'settings') await this.use(between);
    if (between.kind === 'upkeep' && this.standing.lastSeq > 0) await this.upkeep(between, turn);
    if (this.standing.lastSeq > 0) await this.check();
  }

  private async upkeep(
    { way, summary }: Extract<Between, { kind: 'upkeep' }>,
    turn: TurnStep,
  ): Promise<void> {
    state.summary = summary;
    const killed = new Error('killed');
    if (way === 'killed') onAnswered = () => Promise.reject(killed);
    if (way === 'turn') onAnswered = () => this.turn({ ...turn, meta: 'good' });
    if (way === 'clear') onAnswered = () => this.chat.clear();
    const first = this.chat.upkeep().catch((error: unknown) => {
      if (error !== killed && (error as Error).cause !== killed) throw error;
    });
    await Promise.all(way === 'two' ? [first, this.chat.upkeep()] : [first]);
    onAnswered = undefined;
    state.summary = 'good';
  }

  private async check(): Promise<void> {
    const next = await checkCoverage(db, this.chat.workflowId);
    expect(next.coversThrough).toBeGreaterThanOrEqual(this.standing.coversThrough);
    this.standing = next;
  }

  async count(): Promise<void> {
    const rows = await db
      .selectFrom('summary')
      .select(['way', 'status', 'covers_from', 'covers_through', 'budget'])
      .where('conversation_id', '=', this.standing.id)
      .orderBy('ordinal')
      .execute();
    for (const { way, status } of rows) {
      const key = `${way} ${status}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
    const adopted = rows.filter(({ status }) => status === 'adopted');
    for (const [index, { covers_from: from, covers_through: through, budget }] of adopted.entries()) {
      const earlier = adopted[index - 1];
      if (earlier === undefined || earlier.covers_from !== from || budget! > earlier.budget!) continue;
      expect(through).toBeGreaterThan(earlier.covers_through!);
    }
  }
}

function textOf(seq: number, characters: number): string {
  return `${'word '.repeat(characters / 5)}${tagOf(seq)}.`;
}
