import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationWorkflowId, turnWorkflowId } from '../../../protocol/ids.js';
import type { NewTurn } from '../../../protocol/activities/conversation.js';
import { forkConversation } from '../../../store/branches/fork-conversation.js';
import { listBranches } from '../../../store/branches/list-branches.js';
import { switchBranch } from '../../../store/conversation/switch-branch.js';
import { clearConversation } from '../../../store/conversation/conversations.js';
import { loadMessages } from '../../../store/conversation/load-messages.js';
import { loadMessageRange, loadWindow } from '../../../store/conversation/load-window.js';
import { readHistory } from '../../../store/conversation/read-history.js';
import { loadPassageTexts } from '../../../store/passages/load-passage-texts.js';
import { searchPassages } from '../../../store/passages/search-passages.js';
import { loadStanding } from '../../../store/standing/load-standing.js';
import { adoptSummary } from '../../../store/summaries/adopt-summary.js';
import { loadSummaryFacts } from '../../../store/summaries/summary-facts.js';
import { loadSummaryHead } from '../../../store/summaries/summary-head.js';
import { loadSource } from '../../../store/summaries/summary-source.js';
import { isLongRun } from '../../setup/is-long-run.js';
import {
  accept,
  begin,
  finish,
  FLOW,
  newConversation,
  say,
  useDatabase,
  type TestConversation,
} from '../store/fixtures/store-harness.js';
import { BranchModel } from './branch-model.js';

const store = useDatabase();

type Step =
  | { kind: 'say' | 'retry' | 'drop' | 'regenerate' | 'edit'; of: number; fails: boolean }
  | { kind: 'switch'; of: number }
  | { kind: 'fork'; of: number }
  | { kind: 'visit'; of: number }
  | { kind: 'clear' }
  | { kind: 'summarize'; way: 'merge' | 'inline' };

const of = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 1 }) },
  { weight: 1, arbitrary: fc.nat({ max: 30 }) },
);
const fails = fc.nat({ max: 3 }).map((of4) => of4 === 0);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('say' as const), of, fails }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('regenerate', 'edit'), of, fails }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('switch' as const), of }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('fork' as const, 'visit' as const), of }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('retry', 'drop'), of, fails }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('summarize' as const),
      way: fc.constantFrom('merge' as const, 'inline' as const),
    }),
  },
);

describe('branches', () => {
  test('any sequence of turns and forks -> every reader sees the current branch, and nothing of another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
        const runs = [new Run()];
        for (const one of steps) {
          const run = runs.at(-1);
          if (one.kind === 'visit') runs.push(...runs.splice(one.of % runs.length, 1));
          else if (one.kind === 'fork') runs.push(...((await run?.fork(one.of)) ?? []));
          else await run?.take(one);
          for (const each of runs) await check(each);
        }
      }),
      { numRuns: isLongRun ? 120 : 8 },
    );
  });
});

class Run {
  count = 0;

  constructor(
    readonly model = new BranchModel(),
    readonly conversation: TestConversation = newConversation(),
    private readonly name = '',
  ) {}

  async take(step: Exclude<Step, { kind: 'fork' } | { kind: 'visit' }>): Promise<void> {
    if (step.kind === 'clear') await this.clear();
    else if (step.kind === 'switch') await this.goTo(step.of);
    else if (step.kind === 'summarize') await this.summarize(step.way);
    else await this.turn(step);
  }

  async fork(of: number): Promise<Run[]> {
    const { model, conversation } = this;
    const at = model.turns.at(-1 - (of % Math.max(1, model.turns.length)));
    if (at === undefined) return [];
    const forked = model.fork(at);
    const channel = `${this.name}f${model.forks.length}`;
    const { user } = conversation;
    const fork = { user, id: conversationWorkflowId({ flow: FLOW, user, channel }) };
    const input = { sourceId: conversation.id, workflowId: fork.id, flow: FLOW, user, channel };
    for (let times = 0; times < 2; times += 1)
      expect(await forkConversation(store.db, { ...input, turnId: at.turnId })).toEqual({
        kind: 'forked',
        messages: forked.here.messages.length,
      });
    return [new Run(forked, fork, channel)];
  }

  private async turn({ kind, of, fails }: Extract<Step, { fails: boolean }>): Promise<void> {
    const { model } = this;
    const turnId = `${this.name}t${(this.count += 1)}`;
    const text = `Always mention word${this.name}${this.count}.`;
    const answer = fails ? undefined : `I mention word${this.name}${this.count} too.`;
    const left = model.turns.at(-1 - (of % Math.max(1, model.turns.length)));
    if (kind === 'say' || left === undefined) {
      await this.run({ turnId, kind: 'message', text }, answer);
      return model.say(turnId, text, answer);
    }
    if (kind === 'edit') {
      await this.run({ turnId, kind: 'message', text, editOf: left.turnId }, answer);
      return model.leave(left, turnId, text, answer);
    }
    if (kind === 'regenerate') {
      await this.run({ turnId, kind: 'message', regenerateOf: left.turnId }, answer);
      return model.leave(left, turnId, model.textOf(left), answer);
    }
    if (left.isRetried) return;
    const mayRedo = (left.status === 'failed' || model.isOmitted(left)) && model.isAlone(left);
    if (kind === 'drop') {
      const { drops } = await this.accepted([], [{ turnId: left.turnId }]);
      const mayDrop = model.isAlone(left);
      expect(drops).toEqual([mayDrop ? { turnId: left.turnId } : { problem: expect.any(String) as string }]);
      if (mayDrop) model.omit(left, 'dropped');
      return;
    }
    const again: NewTurn = { turnId, kind: 'message', retryOf: left.turnId };
    if (mayRedo) {
      await this.run(again, answer);
      model.omit(left, 'retried');
      left.isRetried = true;
      return model.say(turnId, model.textOf(left), answer);
    }
    const { refused } = await this.accepted([again]);
    expect(refused).toHaveLength(1);
  }

  private async accepted(turns: NewTurn[], drops: { turnId: string }[] = []) {
    const result = await accept(store.db, this.conversation, turns, { drops });
    if (result.kind !== 'accepted') throw new Error(result.kind);
    return result;
  }

  private async run(turn: NewTurn, answer: string | undefined): Promise<void> {
    for (let times = 0; times < 2; times += 1)
      expect((await this.accepted([turn])).refused ?? []).toEqual([]);
    const workflowId = turnWorkflowId(this.conversation.id, turn.turnId);
    for (let times = 0; times < 2; times += 1)
      expect(await begin(store.db, this.conversation, turn.turnId)).toMatchObject({ kind: 'begun' });
    if (answer !== undefined) await say(store.db, workflowId, { content: [{ type: 'text', text: answer }] });
    await finish(store.db, workflowId, answer === undefined ? 'failed' : 'completed');
  }

  private async clear(): Promise<void> {
    const turnId = `c${(this.count += 1)}`;
    await this.accepted([{ turnId, kind: 'clear' }]);
    for (let times = 0; times < 2; times += 1)
      await clearConversation(store.db, { workflowId: this.conversation.id, turnId });
    this.model.here.cleared = this.model.here.messages.length;
  }

  private async goTo(of: number): Promise<void> {
    const { model } = this;
    if (model.turns.length === 0) return;
    const turnId = `s${(this.count += 1)}`;
    const branch = of % model.branches.length;
    await this.accepted([{ turnId, kind: 'switch', branch }]);
    for (let times = 0; times < 2; times += 1)
      await switchBranch(store.db, { workflowId: this.conversation.id, turnId });
    model.current = branch;
  }

  private async summarize(way: 'merge' | 'inline'): Promise<void> {
    const { messages, cleared } = this.model.here;
    const through = way === 'inline' ? messages.length - 2 : messages.length;
    const row = await rowOf(this.conversation);
    const newest = messages.at(-1);
    if (row === undefined || newest?.role !== 'assistant' || through <= cleared) return;
    const turn = await store.db
      .selectFrom('turn')
      .select('position')
      .where('conversation_id', '=', row.id)
      .where('turn_id', '=', newest.turnId)
      .executeTakeFirst();
    if (turn === undefined || through < row.covers_through) return;
    const outcome = await store.db.transaction().execute((trx) =>
      adoptSummary(trx, {
        conversationId: row.id,
        position: turn.position,
        way,
        base: { branch: row.branch, ordinal: row.summary_ordinal, coversThrough: row.covers_through },
        coversThrough: through,
        budget: 800,
        model: 'offline:demo',
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: '0' },
        content: messages.map(({ text }) => text).join('\n'),
        tokens: 1,
        facts: { checked: 0, missing: 0, attached: 0 },
        newFacts: messages.slice(row.covers_through, through).map(({ text }, at) => ({
          seq: row.covers_through + at + 1,
          ordinal: 0,
          value: text,
          clause: '',
          weight: 1,
        })),
      }),
    );
    expect(outcome.kind).toBe('adopted');
  }
}

async function rowOf({ id }: TestConversation) {
  return store.db.selectFrom('conversation').selectAll().where('workflow_id', '=', id).executeTakeFirst();
}

async function check({ model, conversation }: Run): Promise<void> {
  const row = await rowOf(conversation);
  if (row === undefined) return;
  const { db } = store;
  const { messages, cleared } = model.here;
  const texts = messages.map(({ text }) => text);
  const conversationId = row.id;
  const last = messages.length;
  expect(row).toMatchObject({ branch: model.current, last_seq: last, cleared_through: cleared });
  expect(row.total_tokens).toBe(texts.reduce((sum, text) => sum + text.length, 0));

  const window = await loadWindow(db, {
    conversationId,
    after: 0,
    current: last,
    limit: 100,
    messageCharacters: 99,
  });
  expect(window.reverse().map(({ content, omitted }) => ({ text: content, omitted }))).toEqual(
    messages.map(({ text, omitted }) => ({ text, omitted })),
  );
  expect(window.at(-1)?.runningTokens ?? 0).toBe(row.total_tokens);
  const range = { conversationId, first: 1, last: 999 };
  expect((await loadMessageRange(db, range)).map(({ content }) => content)).toEqual(texts);
  const shown = await loadMessages(db, { ...range, characters: 999 });
  expect(shown.map(({ seq }) => seq)).toEqual(texts.map((_, at) => at + 1));
  const page = await readHistory(db, { conversationId: conversation.id, before: undefined, limit: 999 });
  expect(page.reverse().map(({ text }) => text)).toEqual(texts);
  const source = await loadSource(db, { conversationId, after: cleared, through: last, tokens: 99_999 });
  expect(source).toHaveLength(last - cleared);

  const isSeen = messages.filter(({ omitted }) => omitted === null).map(({ text }) => text);
  const found = await searchPassages(db, { conversationId, after: 0, before: last + 1, terms: ['mention'] });
  const passages = found.rows.map(({ seq, ordinal }) => ({ seq, ordinal }));
  const excerpts = await loadPassageTexts(db, { conversationId, passages });
  expect(excerpts.map(({ text }) => text)).toEqual(isSeen);
  const asked = messages.filter(
    ({ role, omitted }, at) => role === 'user' && omitted === null && at >= cleared,
  );
  expect((await loadStanding(db, { conversationId })).map(({ text }) => text)).toEqual(
    asked.map(({ text }) => text),
  );

  const head = await loadSummaryHead(db, conversationId);
  const known = head?.summary?.content.split('\n') ?? [];
  expect(texts.slice(0, known.length)).toEqual(known);
  expect(known.length).toBeGreaterThanOrEqual(head?.summary?.coversThrough ?? 0);
  for (const fact of await loadSummaryFacts(db, { conversationId, after: cleared, through: last }))
    expect(texts[fact.seq - 1]).toBe(fact.value);

  const branches = await listBranches(db, conversation.id);
  expect(branches.map(({ messages: sees }) => sees)).toEqual(
    model.branches.map((branch) => branch.messages.length),
  );
  for (const { number } of branches) {
    const there = await readHistory(db, {
      conversationId: conversation.id,
      branch: number,
      before: undefined,
      limit: 999,
    });
    expect(there.reverse().map(({ text }) => text)).toEqual(
      model.branches[number]?.messages.map(({ text }) => text),
    );
  }
}
