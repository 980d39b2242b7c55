import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../flow/definition.js';
import { agentConfig, callsModel, modelNode } from '../../../flow/kinds/model-node.js';

const MODEL = 'offline:demo';
const flow: FlowDefinition = {
  slug: 'report',
  name: 'Report',
  nodes: [
    { id: 'chat', kind: 'chat' },
    { id: 'writer', kind: 'agent', config: { model: MODEL, tools: ['calculate'], maxSteps: 7 } },
    { id: 'once', kind: 'model', config: { model: MODEL, system: 'Be brief.' } },
    {
      id: 'sort',
      kind: 'categorizer',
      config: {
        model: MODEL,
        categories: [{ name: 'bill', description: 'about money' }, { name: 'other' }],
        instructions: 'When in doubt: other.',
        input: '{{ trigger.text }}',
      },
    },
  ],
  edges: [],
};

describe('modelNode', () => {
  test.each(['writer', 'once', 'sort'])("the id '%s' of a node that calls a model -> that node", (id) => {
    expect(modelNode(flow, id).id).toBe(id);
    expect(callsModel(modelNode(flow, id))).toBe(true);
  });
  test.each(['chat', 'nobody', ''])("id '%s', which calls no model -> an error with flow and node", (id) => {
    expect(() => modelNode(flow, id)).toThrow(`Flow 'report' has no node '${id}' that calls a model`);
  });
});

describe('agentConfig', () => {
  test('an agent -> its own settings', () => {
    expect(agentConfig(modelNode(flow, 'writer'))).toEqual({
      model: MODEL,
      tools: ['calculate'],
      maxSteps: 7,
    });
  });
  test('a model -> an agent of one step without tools', () => {
    expect(agentConfig(modelNode(flow, 'once'))).toEqual({ model: MODEL, system: 'Be brief.', maxSteps: 1 });
  });
  test('a categorizer -> one step that names a category, without the history', () => {
    expect(agentConfig(modelNode(flow, 'sort'))).toEqual({
      model: MODEL,
      system: [
        'Name the category of the text that you are given. Answer with the name of one category and nothing else.',
        'Categories:\n- bill: about money\n- other',
        'When in doubt: other.',
      ].join('\n\n'),
      prompt: '{{ trigger.text }}',
      maxSteps: 1,
      temperature: 0,
      extraConfig: { conversationMemory: false },
    });
  });
});
