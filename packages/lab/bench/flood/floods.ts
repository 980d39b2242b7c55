import { z } from 'zod';
import { defineFlow } from '../../../../flow/builder/define-flow.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import type { FlowDefinition } from '../../../../flow/definition.js';
import { code, filter, loop, manual } from '../../../../flow/kinds/node-kinds.js';
import type { UserLimits } from '../../../../protocol/user-limits.js';
import type { TestSystem, TestSystemOptions } from '../../../testing/test-system.js';
import { DEFAULT_TOOLS } from '../../../../extend/tools/default-tools.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import { zeroLatencyModel } from '../zero-latency-model.js';
import type { ErrorServer } from './error-server.js';
import { callingModel, endlessModel, manyCallsModel, silentModel } from './flood-models.js';

export const TENANT_LIMITS: UserLimits = {
  turns: 2,
  executions: 2,
  sandboxSeconds: 1,
  storedBytes: 100_000_000,
};
export const LANES = 20;

export interface Flood {
  kind: string;
  once(system: TestSystem, by: Flooder): Promise<unknown>;
}

export interface Flooder {
  user: string;
  lane: number;
}

const any = z.looseObject({});

const HOSTILE_TOOLS = [
  toolThat('never_ends', () => new Promise(() => undefined)),
  toolThat('leaves_rejected', () => {
    void Promise.reject(new Error('nobody awaits this'));
    return 'fine';
  }),
  toolThat('gives_deep', () => {
    let value: unknown = 1;
    for (let level = 0; level < 3_000; level += 1) value = [value];
    return value;
  }),
];

const spinning = defineFlow({
  slug: 'spinning',
  name: 'Spinning',
  nodes: { start: manual(), spin: code({ expression: '(() => { while (true) {} })()' }) },
  edges: [['start', 'spin']],
});
const sifting = defineFlow({
  slug: 'sifting',
  name: 'Sifting',
  nodes: {
    start: manual(),
    make: code({
      expression:
        "const text = Array.from({ length: 9e3 }, (_, n) => 'xy'[(n * 7919) % 104729 % 2]).join(''); return Array(400).fill({ text })",
    }),
    sift: filter({
      over: '{{ make.output }}',
      conditions: [{ field: 'text', operator: 'matches_regex', value: 'x[xy]{300}[^xy]' }],
    }),
  },
  edges: [
    ['start', 'make'],
    ['make', 'sift'],
  ],
});

const queueing = defineFlow({
  slug: 'queueing',
  name: 'Queueing',
  nodes: {
    start: manual(),
    items: loop({ over: '{{ range(trigger.data.items) }}', parallel: 16, onError: 'continue' }),
    spin: code({ expression: 'while (true) {} return 1' }),
  },
  edges: [
    ['start', 'items'],
    ['items', 'spin', { on: 'item' }],
    ['spin', 'items', { on: 'next' }],
  ],
});

export const QUEUED_ITEMS = 60;

const FLOOD_FLOWS: readonly FlowDefinition[] = [
  spinning,
  sifting,
  queueing,
  ...HOSTILE_TOOLS.map(({ name }) => agentWith(name, { model: `calling:${name}`, tools: [name] })),
  agentWith('ordinary', { model: 'zero:latency', tools: [] }),
  agentWith('retired', { model: 'zero:latency', tools: ['no_longer_registered'] }),
  agentWith('endless', { model: 'endless:stream', tools: [] }),
  agentWith('erring', { model: 'erring:at-length', tools: [] }),
  agentWith('many_calls', { model: 'many-calls:gives_deep', tools: ['gives_deep'] }),
  agentWith('silent', { model: 'silent:stream', tools: [] }),
];

export function floodSystem({ baseUrl }: Pick<ErrorServer, 'baseUrl'>) {
  return {
    flows: FLOOD_FLOWS,
    tools: [...DEFAULT_TOOLS, ...HOSTILE_TOOLS],
    models: {
      zero: () => zeroLatencyModel('Straight on, then left.'),
      calling: callingModel,
      'many-calls': manyCallsModel,
      endless: endlessModel,
      silent: silentModel,
      erring: { baseUrl },
    },
  } satisfies TestSystemOptions;
}

export const ORDINARY: Flood = { kind: 'ordinary chats, for comparison', once: chatsOf('ordinary') };

export const FLOODS: readonly Flood[] = [
  { kind: 'code that takes its whole second', once: runsOf('spinning') },
  {
    kind: `${QUEUED_ITEMS} items that each take their whole second`,
    once: runsOf('queueing', { items: QUEUED_ITEMS }),
  },
  { kind: 'filters with slow patterns', once: runsOf('sifting') },
  { kind: 'tools that never settle', once: chatsOf('never_ends') },
  { kind: 'promises rejected and not awaited', once: chatsOf('leaves_rejected') },
  { kind: 'results 3,000 levels deep', once: chatsOf('gives_deep') },
  { kind: 'turns with a tool that is not registered', once: chatsOf('retired') },
  { kind: 'models that never stop talking', once: chatsOf('endless') },
  { kind: 'models that call 10,000 tools in one message', once: chatsOf('many_calls') },
  { kind: 'errors of 300 MB', once: chatsOf('erring') },
  { kind: 'turns over the limit of their user', once: chatsOf('silent') },
];

function toolThat(name: string, execute: () => unknown) {
  return defineTool({ name, description: name, input: any, retry: 'safe', execute });
}

function agentWith(slug: string, config: { model: string; tools: readonly string[] }): FlowDefinition {
  const flow = assistantFlow(config.model);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, tools: [...config.tools] } } : node,
  );
  return { ...flow, slug, name: slug, nodes };
}

function runsOf(flow: string, data?: Record<string, unknown>): Flood['once'] {
  return async ({ client }, { user }) => {
    const { result } = await client.executions.start({ flow, text: 'Go', user, data });
    await result();
  };
}

function chatsOf(flow: string): Flood['once'] {
  return ({ client }, { user, lane }) =>
    client.conversation({ flow, user, channel: `lane-${lane}` }).ask('Go');
}
