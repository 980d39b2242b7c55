import { callPlanner } from '../../../activities/agent/replan/create-call-planner.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Threadline } from '../../../client/threadline.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { OpenAIRecords } from '../../../client/openai/openai-records.js';
import type { FlowVersions } from '../../../client/flows/flow-versions.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { manual, template } from '../../../flow/kinds/node-kinds.js';
import type { Executions } from '../../../client/executions/executions.js';

export interface CallSite {
  readonly client: Threadline;
  readonly conversation: ConversationHandle;
  readonly user: string;
  readonly turnId: string;
  readonly thread: string;
  readonly executionId: string;
  result(): Promise<string>;
}

type Calls<Methods> = { [Name in keyof Methods as Methods[Name] extends Method ? Name : never]: MakeCall };
type Method = (...input: never[]) => unknown;
type MakeCall = (site: CallSite) => Promise<unknown>;

const none = (): Promise<void> => Promise.resolve();

function unlessAnswered(error: unknown): void {
  if (!(error instanceof Error && 'type' in error && error.type === 'Conversation.InvalidTurn')) throw error;
}

function unlessNotQueued(error: unknown): void {
  if (!(error instanceof Error && 'type' in error && error.type === 'Turn.NotQueued')) throw error;
}

function unlessUnknown(error: unknown): void {
  if (!(error instanceof Error && 'type' in error && error.type === 'Client.NotFound')) throw error;
}

export const CONVERSATION_CALLS: Calls<ConversationHandle> = {
  submit: ({ conversation }) => conversation.submit('hi'),
  ask: ({ conversation }) => conversation.ask('hi'),
  stream: ({ conversation, turnId }) => conversation.stream(turnId).next(),
  history: ({ conversation }) => conversation.history(),
  summaries: ({ conversation }) => conversation.summaries(),
  unfinished: ({ conversation }) => conversation.unfinished(),
  rate: ({ conversation, turnId }) => conversation.rate(turnId, 'good'),
  queued: ({ conversation }) => conversation.queued(),
  standing: ({ conversation }) => conversation.standing(),
  withdraw: ({ conversation }) =>
    conversation.withdraw({ depth: 0, seq: 999, ordinal: 0 }).catch(unlessUnknown),
  memoryUses: ({ conversation }) => conversation.memoryUses(),
  trajectory: ({ conversation }) => conversation.trajectory(),
  cancel: ({ conversation }) => conversation.cancel(),
  change: ({ conversation, turnId }) =>
    conversation.change(turnId, { whileRunning: 'steer' }).catch(unlessNotQueued),
  retry: ({ conversation, turnId }) => conversation.retry(turnId).catch(unlessAnswered),
  regenerate: ({ conversation, turnId }) => conversation.regenerate(turnId),
  edit: ({ conversation, turnId }) => conversation.edit(turnId, 'ho'),
  branches: ({ conversation }) => conversation.branches(),
  switchTo: ({ conversation }) => conversation.switchTo(0),
  fork: ({ conversation, turnId }) => conversation.fork({ at: turnId }),
  drop: ({ conversation, turnId }) => conversation.drop(turnId).catch(unlessAnswered),
  restore: ({ conversation, turnId }) => conversation.restore(turnId).catch(unlessAnswered),
  clear: ({ conversation }) => conversation.clear(),
  close: ({ client, user }) => client.conversation({ flow: 'assistant', user: `${user}-other` }).close(),
  status: ({ conversation }) => conversation.status(),
  openThread: ({ conversation }) => conversation.openThread({ message: 1 }),
  thread: none,
  threads: ({ conversation }) => conversation.threads(),
  deleteThread: ({ conversation, thread }) => conversation.deleteThread(thread),
  mark: ({ conversation }) => conversation.mark({ isPinned: true }),
  share: ({ conversation }) => conversation.share(),
  sharedLinks: ({ conversation }) => conversation.sharedLinks(),
  revokeLink: ({ conversation }) => conversation.revokeLink('none'),
  delete: ({ client, user }) =>
    client
      .conversation({ flow: 'assistant', user: `${user}-none` })
      .delete()
      .catch(unlessUnknown),
  rename: ({ conversation }) => conversation.rename('A title'),
  flatten: ({ conversation }) => conversation.flatten(),
  merge: ({ conversation }) => conversation.merge(),
};

export const CLIENT_CALLS: Omit<
  Calls<Threadline>,
  'close' | 'conversation' | 'executions' | 'flowVersions' | 'items'
> = {
  upload: ({ client, user }) => client.upload(Buffer.from('a text'), { user }),
  download: ({ client, user }) => client.download(`upload:${'0'.repeat(64)}`, { user }).catch(unlessMissing),
  conversations: ({ client, user }) => client.conversations({ user }),
  async changes({ client, user }) {
    for await (const first of client.changes({ user })) return first;
    throw new Error('Changes ended by themselves');
  },
  search: ({ client, user }) => client.search('hello', { user }),
  async forget({ client, conversation, turnId, user }) {
    const gone = `${user}-gone`;
    await conversation.fork({ at: turnId, user: gone });
    return client.forget(gone);
  },
  flows: ({ client }) => client.flows(),
  health: ({ client }) => client.health(),
  findKey: ({ client }) => client.findKey(`tl_${'0'.repeat(12)}_${'0'.repeat(43)}`),
  shared: ({ client }) => client.shared(`tls_${'0'.repeat(12)}_${'0'.repeat(43)}`),
  claimKey: ({ client, user }) => client.claimKey('key', { user, hash: 'hash' }),
  forUser: none,
  actingAs: none,
};

const DRAFT = defineFlow({
  slug: 'drafted',
  name: 'Drafted',
  nodes: { start: manual(), say: template({ template: 'hi' }) },
  edges: [['start', 'say']],
});

const OPENAI_CALLS: Calls<OpenAIRecords> = {
  addItems: ({ client, user }) =>
    client.openai.addItems('items', [{ id: 'one', item: { role: 'user', content: 'hi' } }], { user }),
  addMessages: ({ client, user }) =>
    client.openai
      .addMessages({ flow: 'assistant', channel: 'none', id: 'one', messages: [] }, { user })
      .catch(unlessUnknown),
  items: ({ client, user }) => client.openai.items('items', { user }),
  deleteItems: ({ client, user }) => client.openai.deleteItems('items', { user }),
  putMetadata: ({ client, user }) => client.openai.putMetadata({ channel: 'items' }, { a: 'b' }, { user }),
  metadata: ({ client, user }) => client.openai.metadata({ channel: 'items' }, { user }),
  deleteMetadata: ({ client, user }) => client.openai.deleteMetadata({ channel: 'items' }, { user }),
};

const VERSION_CALLS: Calls<FlowVersions> = {
  list: ({ client }) => client.flowVersions.list('assistant'),
  get: ({ client }) => client.flowVersions.get('assistant'),
  check: ({ client }) => client.flowVersions.check(DRAFT),
  parts: ({ client }) => client.flowVersions.parts(),
  publish: ({ client }) => client.flowVersions.publish(DRAFT),
  tryDraft: ({ client }) => client.flowVersions.tryDraft(DRAFT, { text: 'hi' }),
};

export const OBJECT_CALLS: Readonly<Record<string, MakeCall>> = Object.fromEntries([
  ...Object.entries(VERSION_CALLS).map(([name, call]) => [`flowVersions.${name}`, call] as const),
  ...Object.entries(OPENAI_CALLS).map(([name, call]) => [`openai.${name}`, call] as const),
]);

export const EXECUTION_CALLS: Calls<Executions> & { result: MakeCall; object: MakeCall } = {
  start: ({ client }) => client.executions.start({ flow: 'asking', text: 'hi' }),
  result: ({ result }) => result(),
  object: ({ result }) => result(),
  get: ({ client, executionId }) => client.executions.get(executionId),
  details: ({ client, executionId }) => client.executions.details(executionId),
  node: ({ client, executionId }) => client.executions.node(executionId, 'ask'),
  calls: ({ client, executionId }) => client.executions.calls(executionId),
  explain: ({ client, conversation }) => client.executions.explain(conversation.workflowId),
  planCall: async ({ client, conversation, user }) => {
    const [call] = await client.executions.explain(conversation.workflowId);
    return call && client.forUser(user, { planner: callPlanner }).executions.planCall(call.callId, {});
  },
  trajectory: ({ client, conversation }) => client.executions.trajectory(conversation.workflowId),
  stream: ({ client, executionId }) => client.executions.stream(executionId).next(),
  tree: ({ client, executionId }) => client.executions.tree(executionId),
  waterfall: ({ client, executionId }) => client.executions.waterfall(executionId),
  step: ({ client, executionId }) => client.executions.step(executionId, 1).catch(unlessMissing),
  waiting: ({ client }) => client.executions.waiting(),
  answer: ({ client, executionId }) => client.executions.answer(executionId, { answer: 'yes' }),
  pushStep: ({ client, executionId }) => client.executions.pushStep(executionId, { text: 'More.' }),
  queues: ({ client, executionId }) => client.executions.queues(executionId),
  cancel: ({ client, executionId }) => client.executions.cancel(executionId),
  rerun: ({ client, executionId }) => client.executions.rerun(executionId).catch(unlessAnswered),
  list: ({ client }) => client.executions.list(),
  search: ({ client }) => client.executions.search({ text: 'x' }),
};

function unlessMissing(error: unknown): void {
  if (!(error instanceof ThreadlineError) || error.type !== 'Client.NotFound') throw error;
}

export function methodsOf(object: object): string[] {
  return Object.entries(object)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name)
    .sort();
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
