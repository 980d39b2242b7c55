import { callPlanner } from '../../../activities/agent/replan/create-call-planner.js';
import { randomUUID } from 'node:crypto';
import { connect } from '../../../client/connect.js';
import type { Threadline } from '../../../client/threadline.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { agent, approval, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { upkeepWorkflowId } from '../../../protocol/ids.js';
import { storeText } from '../../../store/conversation/stored-texts.js';
import { gated, text, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';

export const SECRET = 'quokka';
export const ID = 'daily';

export const FLOWS = [
  assistantFlow(SCRIPTED_MODEL),
  defineFlow({
    slug: 'note',
    name: 'Note',
    nodes: { start: manual(), say: reply({ text: 'Noted: {{ trigger.text }}' }) },
    edges: [['start', 'say']],
  }),
  defineFlow({
    slug: 'above',
    name: 'Above',
    nodes: { start: manual(), below: subflow({ flow: 'note' }), say: reply({ text: 'Above' }) },
    edges: [
      ['start', 'below'],
      ['below', 'say'],
    ],
  }),
  defineFlow({
    slug: 'asking',
    name: 'Asking',
    nodes: {
      start: manual(),
      ask: approval({ prompt: 'Send {{ trigger.text }}?' }),
      say: reply({ text: 'Sent' }),
    },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
  defineFlow({
    slug: 'working',
    name: 'Working',
    nodes: { start: manual(), work: agent({ model: SCRIPTED_MODEL, system: 'You work.' }) },
    edges: [['start', 'work']],
  }),
];

export let atWork = gated('never', 'ended');

export function script(request: ModelRequest) {
  const body = request.body as { messages: { role: string; content: unknown }[] };
  if (JSON.stringify(body).includes('You work.')) return atWork;
  return text(`You said: ${JSON.stringify(body.messages.findLast(({ role }) => role === 'user')?.content)}`);
}

export function connectAs(system: TestSystem, user: string): Promise<Threadline> {
  return connect({
    temporal: { address: system.environment.temporalAddress },
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    user,
    planner: callPlanner,
  });
}

export type ThingsOfAda = Awaited<ReturnType<typeof makeThings>>;

export async function makeThings(system: TestSystem, client: Threadline, user: string) {
  atWork = gated('never', 'ended');
  const { executions } = client;
  const conversation = client.conversation({ flow: 'assistant', user });
  const turn = await conversation.ask({ text: `Keep ${SECRET}`, turnId: ID });
  const thread = await conversation.openThread({ message: 2, id: 'aside' });
  const below = await thread.ask(`Why ${SECRET}?`);
  await client.conversation({ flow: 'assistant', user, channel: 'side' }).ask(`A ${SECRET} on the side`);
  const merge = await conversation.merge({ id: ID });
  const own = await executions.start({ flow: 'note', text: SECRET, id: ID });
  await own.result();
  const parent = await executions.start({ flow: 'above', text: SECRET });
  await parent.result();
  const [tree] = await executions.tree(parent.executionId);
  const plain = await system.client.executions.start({ flow: 'note', text: SECRET, id: ID, user });
  await plain.result();
  const asking = await executions.start({ flow: 'asking', text: SECRET });
  await untilThere(() => executions.waiting());
  const working = await executions.start({ flow: 'working', text: SECRET });
  await atWork.started;
  const upload = await client.upload(Buffer.from(`A file that says ${SECRET}`));
  const stream = conversation.stream(ID);
  const { value: firstEvent } = await stream.next();
  await stream.return();
  const textRef = await storeText(system.db, { workflowId: conversation.workflowId, content: SECRET });
  return {
    user,
    turnId: turn.turnId,
    textRef,
    uploadRef: upload.ref,
    eventId: firstEvent?.id ?? '',
    threadId: 'aside',
    workflowIds: {
      conversation: conversation.workflowId,
      thread: thread.workflowId,
      upkeep: upkeepWorkflowId(conversation.workflowId),
      turn: turn.executionId,
      'turn of a thread': below.executionId,
      'model call': `${turn.executionId}/agent/1`,
      merge: merge.executionId ?? '',
      'execution with an own id': own.executionId,
      'execution with an id of everybody': plain.executionId,
      'execution without an id': parent.executionId,
      'sub-execution': tree?.children[0]?.executionId ?? '',
      'execution that asks': asking.executionId,
      'execution at work': working.executionId,
    },
  };
}

export async function readThings(client: Threadline, { user, workflowIds }: ThingsOfAda): Promise<object> {
  const { executions } = client;
  const conversation = client.conversation({ flow: 'assistant', user });
  const side = client.conversation({ flow: 'assistant', user, channel: 'side' });
  return {
    list: await executions.list({ limit: 100 }),
    search: await executions.search({ limit: 100, minCost: 0 }),
    waiting: await executions.waiting(),
    queues: await executions.queues(workflowIds['execution at work']),
    flat: await conversation.flatten(),
    threads: await conversation.threads(),
    summaries: await conversation.summaries(),
    standing: await conversation.standing(),
    side: await side.history(),
  };
}

export function newId(): string {
  return randomUUID().slice(0, 8);
}

async function untilThere<Item>(look: () => Promise<readonly Item[]>): Promise<void> {
  while ((await look()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
