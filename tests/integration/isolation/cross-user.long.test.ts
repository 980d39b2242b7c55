import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createProgram } from '../../../cli/create-program.js';
import type { Threadline } from '../../../client/threadline.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { Executions } from '../../../client/executions/executions.js';
import { COMMANDS, commandsWithUser, HER_FILE } from './commands.js';
import { clientCells } from './client-cells.js';
import { failureType } from './failure-type.js';
import { readChanges } from './hear-changes.js';
import { UPDATES } from './updates.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { runCommand } from '../fixtures/run-command.js';
import { atWork, connectAs, FLOWS, ID, makeThings, readThings, script, SECRET } from './things-of-ada.js';
import type { ThingsOfAda } from './things-of-ada.js';

type Outcome =
  | 'own'
  | 'Client.NotFound'
  | 'Conversation.UnknownThread'
  | 'Conversation.InvalidTurn'
  | 'Conversation.InvalidId'
  | 'Execution.IdTaken';
type Act<Part> = (part: Part, id: string) => unknown;

type ByChosenId = 'start' | 'list' | 'search' | 'waiting';

const BY_WORKFLOW_ID: Record<Exclude<keyof Executions, ByChosenId>, Act<Executions>> = {
  get: (executions, id) => executions.get(id),
  details: (executions, id) => executions.details(id, { hasItems: true }),
  node: (executions, id) => executions.node(id, 'ask'),
  calls: (executions, id) => executions.calls(id),
  explain: (executions, id) => executions.explain(id),
  planCall: (executions, id) => executions.planCall(`${id}/agent/1`, {}),
  trajectory: (executions, id) => executions.trajectory(id),
  stream: (executions, id) => readAll(executions.stream(id, { hasNodes: true })),
  waterfall: (executions, id) => executions.waterfall(id),
  step: (executions, id) => executions.step(id, 1),
  tree: (executions, id) => executions.tree(id, { hasItems: true }),
  answer: (executions, id) => executions.answer(id, { answer: 'no' }),
  pushStep: (executions, id) => executions.pushStep(id, { text: 'Tell all', id: ID }),
  queues: (executions, id) => executions.queues(id),
  cancel: (executions, id) => executions.cancel(id),
  rerun: (executions, id) => executions.rerun(id),
};

const BY_CHOSEN_ID: Record<ByChosenId, Act<Executions>> = {
  async start(executions, id) {
    const { executionId, result } = await executions.start({ flow: 'note', text: 'mine', id });
    return [executionId, await result(), await readAll(executions.stream(executionId))];
  },
  list: (executions, user) => executions.list({ user }),
  search: (executions, user) => executions.search({ user, minCost: 0 }),
  waiting: (executions, user) => executions.waiting({ user }),
};

const NOTHING_OF_OTHERS: readonly Outcome[] = ['own'];
const NO_SUCH: readonly Outcome[] = ['Client.NotFound'];
const NO_TURN: readonly Outcome[] = ['Conversation.InvalidTurn'];
const OWN_OR_MISSING: readonly Outcome[] = [...NOTHING_OF_OTHERS, ...NO_SUCH];
const NEW_TURN: readonly Outcome[] = ['own', 'Conversation.InvalidTurn', 'Conversation.InvalidId'];
const NO_THREAD: readonly Outcome[] = [
  'Conversation.UnknownThread',
  'Client.NotFound',
  'Conversation.InvalidId',
];

const OF_CONVERSATIONS: Record<
  Exclude<keyof ConversationHandle, 'workflowId'>,
  { act: Act<ConversationHandle>; outcomes: readonly Outcome[] }
> = {
  ask: { act: (own, turnId) => own.ask({ text: 'mine', turnId }), outcomes: NEW_TURN },
  submit: { act: (own, turnId) => own.submit({ text: 'mine', turnId }), outcomes: NEW_TURN },
  stream: { act: (own, id) => readAll(own.stream(id)), outcomes: NO_SUCH },
  history: { act: (own) => own.history({ before: '500' }), outcomes: NOTHING_OF_OTHERS },
  unfinished: { act: (own) => own.unfinished(), outcomes: NOTHING_OF_OTHERS },
  rate: { act: (own, turnId) => own.rate(turnId, 'bad'), outcomes: NO_SUCH },
  queued: { act: (own) => own.queued(), outcomes: NOTHING_OF_OTHERS },
  summaries: { act: (own) => own.summaries(), outcomes: NOTHING_OF_OTHERS },
  standing: { act: (own) => own.standing(), outcomes: NOTHING_OF_OTHERS },
  memoryUses: { act: (own) => own.memoryUses(), outcomes: NOTHING_OF_OTHERS },
  withdraw: { act: (own) => own.withdraw({ depth: 0, seq: 1, ordinal: 0 }), outcomes: OWN_OR_MISSING },
  trajectory: { act: (own, id) => own.trajectory({ turnId: id }), outcomes: NO_SUCH },
  cancel: { act: (own, turnId) => own.cancel(turnId), outcomes: NEW_TURN },
  change: { act: (own, id) => own.change(id, { whileRunning: 'steer' }), outcomes: NO_TURN },
  retry: { act: (own, turnId) => own.retry(turnId), outcomes: NO_TURN },
  regenerate: { act: (own, turnId) => own.regenerate(turnId), outcomes: NO_TURN },
  edit: { act: (own, turnId) => own.edit(turnId, 'mine'), outcomes: NO_TURN },
  branches: { act: (own) => own.branches(), outcomes: NOTHING_OF_OTHERS },
  switchTo: { act: (own) => own.switchTo(1), outcomes: NO_TURN },
  fork: { act: (own, at) => own.fork({ at }), outcomes: ['Client.NotFound', 'Conversation.InvalidTurn'] },
  drop: { act: (own, turnId) => own.drop(turnId), outcomes: NO_TURN },
  restore: { act: (own, turnId) => own.restore(turnId), outcomes: NO_TURN },
  clear: { act: (own) => own.clear(), outcomes: NOTHING_OF_OTHERS },
  close: { act: (own) => own.close(), outcomes: NOTHING_OF_OTHERS },
  status: { act: (own) => own.status(), outcomes: NOTHING_OF_OTHERS },
  openThread: {
    act: async (own, id) => (await own.openThread({ message: 2, id })).history(),
    outcomes: [...NEW_TURN, 'Conversation.UnknownThread'],
  },
  thread: { act: async (own, id) => own.thread(id).history(), outcomes: NO_THREAD },
  threads: { act: (own) => own.threads(), outcomes: NOTHING_OF_OTHERS },
  deleteThread: { act: (own, id) => own.deleteThread(id), outcomes: NO_THREAD },
  delete: { act: (own) => own.delete(), outcomes: OWN_OR_MISSING },
  share: { act: (own) => own.share(), outcomes: OWN_OR_MISSING },
  sharedLinks: { act: (own) => own.sharedLinks(), outcomes: NOTHING_OF_OTHERS },
  revokeLink: { act: (own, id) => own.revokeLink(id), outcomes: NOTHING_OF_OTHERS },
  mark: { act: (own) => own.mark({ isPinned: true }), outcomes: OWN_OR_MISSING },
  rename: { act: (own) => own.rename('mine'), outcomes: NOTHING_OF_OTHERS },
  flatten: { act: (own) => own.flatten(), outcomes: NOTHING_OF_OTHERS },
  merge: { act: (own, id) => own.merge({ id }), outcomes: ['own', 'Conversation.InvalidId'] },
};

let system: TestSystem;
let ada: Threadline;
let bob: Threadline;
let things: ThingsOfAda;
let before: object;
let name: string;
const seen: string[] = [];
let cells = 0;

beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: FLOWS, model: { script } });
  name = system.newUser('bob');
  const user = system.newUser('ada');
  ada = await connectAs(system, user);
  bob = await connectAs(system, name);
  things = await makeThings(system, ada, user);
  before = await readThings(ada, things);
}, 120_000);
afterAll(async () => {
  await ada?.executions.cancel(things.workflowIds['execution at work']);
  await ada?.executions.cancel(things.workflowIds['execution that asks']);
  atWork.release();
  await ada?.close();
  await bob?.close();
  await system?.stop();
});

describe('as another user', () => {
  test('every public method, and every command with a user -> is covered here', () => {
    const handle = bob.conversation({ flow: 'assistant', user: name });
    const methods =
      'actingAs approvals changes claimKey close conversation conversations download executions findKey flowVersions flows forUser forget health memories openai search shared upload';
    expect(Object.keys(bob).toSorted()).toEqual(methods.split(' '));
    expect(Object.keys(bob.executions).toSorted()).toEqual(
      Object.keys({ ...BY_WORKFLOW_ID, ...BY_CHOSEN_ID }).toSorted(),
    );
    const named = ['workflowId', ...Object.keys(OF_CONVERSATIONS)].toSorted();
    expect(Object.keys(handle).toSorted()).toEqual(named);
    expect(commandsWithUser(createProgram()).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  });

  test.each(Object.entries(BY_WORKFLOW_ID))(
    'executions.%s by any Workflow ID -> not found',
    async (_name, act) => {
      for (const [kind, id] of Object.entries(things.workflowIds))
        await expectOutcome(kind, { act: () => act(bob.executions, id), outcomes: NO_SUCH });
    },
  );

  test.each(Object.entries(BY_CHOSEN_ID))('executions.%s by any id -> only their own', async (_name, act) => {
    const { user, workflowIds } = things;
    const own = workflowIds['execution with an own id'].split('/')[2] ?? '';
    for (const id of [ID, user, own, `${user}:${ID}`, workflowIds['execution with an id of everybody']])
      await expectOutcome(id, { act: () => act(bob.executions, id), outcomes: NOTHING_OF_OTHERS });
  });

  test.each(Object.entries(OF_CONVERSATIONS))(
    'conversation.%s by any id -> only their own, or nothing',
    async (method, { act, outcomes }) => {
      const own = bob.conversation({ flow: 'assistant', user: name, channel: `of ${method}` });
      await own.ask('mine');
      const { workflowIds, threadId } = things;
      const ids =
        act.length < 2 ? [''] : [threadId, ID, workflowIds.thread, workflowIds.turn, workflowIds.merge];
      for (const id of ids) await expectOutcome(id, { act: () => act(own, id), outcomes });
    },
  );

  test('conversation by any key of hers -> not found', async () => {
    for (const key of [{}, { channel: 'side' }, { thread: 'aside' }])
      await expectOutcome(JSON.stringify(key), {
        act: () => bob.conversation({ flow: 'assistant', user: things.user, ...key }),
        outcomes: NO_SUCH,
      });
  });

  test('upload for her, and a message with her file -> refused', async () => {
    const { user, uploadRef } = things;
    await expectOutcome('upload', {
      act: () => bob.upload(Buffer.from('mine'), { user }),
      outcomes: NO_SUCH,
    });
    await expectOutcome('download', { act: () => bob.download(uploadRef), outcomes: NO_SUCH });
    const own = bob.conversation({ flow: 'assistant', user: name, channel: 'files' });
    await expectOutcome('file', {
      act: () => own.ask([{ type: 'file', data: uploadRef }]),
      outcomes: ['Conversation.InvalidTurn'],
    });
  });

  test('search for a word of hers, by her name too -> only their own', async () => {
    const { user } = things;
    await expectOutcome('search', { act: () => bob.search(SECRET), outcomes: NOTHING_OF_OTHERS });
    await expectOutcome('search', { act: () => bob.search(SECRET, { user }), outcomes: NO_SUCH });
  });

  test('lists, keys, items and metadata that she has, by her name too -> only their own', async () => {
    const { own, hers } = await clientCells(system, { ada, bob, user: things.user, name, id: ID });
    for (const act of own) await expectOutcome('own', { act, outcomes: NOTHING_OF_OTHERS });
    for (const act of hers) await expectOutcome('hers', { act, outcomes: NO_SUCH });
  });

  test('changes of hers, and while others are answered -> only their own', async () => {
    const { user } = things;
    await expectOutcome('changes', { act: () => readAll(bob.changes({ user })), outcomes: NO_SUCH });
    const act = () => readChanges(system, { client: bob, user: name });
    await expectOutcome('changes', { act, outcomes: NOTHING_OF_OTHERS });
    const own = { flow: 'assistant', channel: 'changes', thread: null, turnId: 'mine' };
    expect(seen.at(-1)).toContain(JSON.stringify({ type: 'turn-began', ...own }));
    expect(seen.at(-1)).not.toContain(SECRET);
  });

  test('forget her, and a fork for her -> not found', async () => {
    const { user } = things;
    await expectOutcome('forget', { act: () => bob.forget(user), outcomes: NO_SUCH });
    const own = bob.conversation({ flow: 'assistant', user: name, channel: 'to fork' });
    const { turnId } = await own.ask('mine');
    await expectOutcome('fork', { act: () => own.fork({ at: turnId, user }), outcomes: NO_SUCH });
  });

  test('a stream after an event of hers -> only their own', async () => {
    const own = bob.conversation({ flow: 'assistant', user: name, channel: 'events' });
    const { turnId } = await own.ask('mine');
    await expectOutcome('event', {
      act: () => readAll(own.stream(turnId, { from: things.eventId })),
      outcomes: NOTHING_OF_OTHERS,
    });
  });

  test.each(Object.entries(UPDATES))(
    'Update %s with ids of hers -> only their own',
    async (update, inputs) => {
      const own = bob.conversation({ flow: 'assistant', user: name, channel: `update-${update}` });
      await own.ask('mine');
      const handle = system.temporal.workflow.getHandle(own.workflowId);
      for (const input of inputs) {
        const args: [unknown] = ['textRef' in input ? { textRef: things.textRef } : input];
        await expectOutcome(update, {
          act: () => handle.executeUpdate<unknown, [unknown]>(update, { args }),
          outcomes: ['own', 'Conversation.InvalidTurn'],
        });
      }
      await expectOutcome(update, { act: () => own.history(), outcomes: NOTHING_OF_OTHERS });
    },
  );

  test.each(Object.keys(COMMANDS))('command %s with ids of hers -> only their own', async (command) => {
    for (const args of COMMANDS[command] ?? []) {
      const given = args.map((one) => (one === HER_FILE ? things.uploadRef : one));
      const { output, failure } = await runCommand(system, [...command.split(' '), ...given, '--user', name]);
      cells += 1;
      if (!args.includes(SECRET)) seen.push(output, failure ?? '');
      expect(output + (failure ?? ''), `${command} ${args.join(' ')}`).not.toContain(things.user);
    }
  });

  test('Workflows started under her ids -> refused, their rows untouched', async () => {
    const { workflowIds, user } = things;
    const start = async (workflow: string, workflowId: string, input: object) => {
      const { taskQueue } = system;
      const handle = await system.temporal.workflow.start(workflow, { taskQueue, workflowId, args: [input] });
      await handle.result();
    };
    const mine = { flow: 'note', text: 'mine', user: name };
    for (const kind of ['execution with an own id', 'execution with an id of everybody'] as const)
      await expectOutcome(kind, {
        act: () => start('execution', workflowIds[kind], mine),
        outcomes: ['Execution.IdTaken'],
      });
    for (const input of [
      { flow: 'assistant', user: name, turnId: ID },
      { flow: 'assistant', user, turnId: ID },
      { parentId: workflowIds['execution without an id'] },
    ])
      await expectOutcome('turn', {
        act: () => start('execution', workflowIds.turn, input),
        outcomes: ['Conversation.InvalidId'],
      });
    await expectOutcome('thread', {
      act: () => start('conversation', `${workflowIds.thread}x`, { flow: 'assistant', user: name }),
      outcomes: ['Conversation.InvalidId'],
    });
  });

  test('all of these -> none of her data was seen or changed', async () => {
    expect(seen.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(await readThings(ada, things)).toEqual(before);
    const policy = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
    expect(policy.replace(/\s+/g, ' ')).toContain(`${cells} combinations of method and id type`);
  });
});

async function expectOutcome(
  kind: string,
  { act, outcomes }: { act: () => unknown; outcomes: readonly Outcome[] },
): Promise<void> {
  cells += 1;
  let outcome: string;
  try {
    seen.push(JSON.stringify(await act()) ?? '');
    outcome = 'own';
  } catch (error) {
    seen.push(String(error));
    outcome = failureType(error) ?? String(error);
  }
  expect(outcomes, `${kind}: ${seen.at(-1)}`).toContain(outcome);
}

async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const event of stream) seen.push(JSON.stringify(event));
}
