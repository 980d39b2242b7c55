import { inject } from 'vitest';
import { z } from 'zod';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { AgentQueues } from '../../../flow/kinds/agent.js';
import type { GatedReply, ModelRequest } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { calculate } from '../../../extend/tools/calculate.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

export const noted: string[] = [];
const note = defineTool({
  name: 'note',
  description: 'Notes something.',
  input: z.object({ what: z.string() }),
  execute: ({ what }) => {
    noted.push(what);
    return `noted ${what}`;
  },
});

const FLOWS: Record<string, AgentQueues> = {
  whole: {
    pre: ['Read the rules for {{ trigger.text }}.', { tool: 'note', input: { what: 'begin' } }],
    post: [{ tool: 'note', input: { what: 'end' } }, 'Say what you did.'],
  },
  tools: {
    pre: [{ tool: 'note', input: { what: 'begin' } }],
    post: [{ tool: 'note', input: { what: 'end' } }],
  },
  broken: { pre: [`{{ '' }}`], post: [{ tool: 'note', input: { what: 'end' } }] },
  failing: { post: ['First clean up.', { tool: 'note', input: { what: 'end' } }, { tool: 'note' }] },
  plain: {},
};

export function startQueueSystem(options: { withoutWorker?: boolean } = {}): Promise<TestSystem> {
  return startTestSystem(inject('environment'), {
    flows: [
      ...Object.entries(FLOWS).map(([slug, queues]) =>
        agentFlow({ slug, tools: ['note', 'calculate'], queues, history: { summaries: false } }),
      ),
      sideBySide(),
    ],
    tools: [note, calculate],
    ...options,
  });
}

export async function begun(system: TestSystem, { flow, running }: { flow: string; running: GatedReply }) {
  const conversation = system.client.conversation({ flow, user: system.newUser() });
  const submitted = await conversation.submit('hi');
  await running.started;
  return { ...submitted, conversation };
}

export function lastRequests(system: TestSystem, count: number): ModelRequest[] {
  return system.model.requests.slice(-count);
}

function sideBySide(): FlowDefinition {
  const { nodes, ...flow } = agentFlow({ slug: 'side-by-side' });
  const agent = nodes.find(({ kind }) => kind === 'agent')!;
  return {
    ...flow,
    nodes: [
      { id: 'start', kind: 'manual' },
      { ...agent, id: 'left' },
      { ...agent, id: 'right' },
    ],
    edges: [
      { from: 'start', to: 'left' },
      { from: 'start', to: 'right' },
    ],
  };
}
