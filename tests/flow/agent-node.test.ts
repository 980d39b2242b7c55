import { describe, expect, test } from 'vitest';
import { agentNode, singleAgentNode } from '../../flow/agent-node.js';
import { assistantFlow } from '../../flow/default-flow.js';
import type { AgentNode, FlowDefinition } from '../../flow/definition.js';

const WRITER: AgentNode = { id: 'writer', kind: 'agent', config: { model: 'offline:demo' } };
const EDITOR: AgentNode = { ...WRITER, id: 'editor' };

describe('agentNode', () => {
  test('the id of an agent -> that agent', () => {
    expect(agentNode(flowOf(WRITER, EDITOR), 'editor')).toBe(EDITOR);
  });

  test.each(['chat', 'nobody', ''])("id '%s', which is no agent -> an error naming flow and node", (id) => {
    expect(() => agentNode(flowOf(WRITER), id)).toThrow(`Flow 'report' has no agent node '${id}'`);
  });
});

describe('singleAgentNode', () => {
  test('one agent -> it', () => {
    expect(singleAgentNode(flowOf(WRITER))).toBe(WRITER);
  });

  test('the flow that is there from the start -> its agent, with the model it was given', () => {
    expect(singleAgentNode(assistantFlow('offline:demo')).config.model).toBe('offline:demo');
  });

  test.each([
    ['none', [], 0],
    ['two', [WRITER, EDITOR], 2],
  ])('%s -> an error naming the flow and how many it has', (_name, agents, count) => {
    expect(() => singleAgentNode(flowOf(...agents))).toThrow(
      `Flow 'report' has ${count} agent nodes; exactly one can be run`,
    );
  });
});

function flowOf(...agents: AgentNode[]): FlowDefinition {
  return { slug: 'report', name: 'Report', nodes: [{ id: 'chat', kind: 'chat' }, ...agents], edges: [] };
}
