import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { agent, categorizer, chat, model, reply, subflow, template } from '../../../flow/kinds/node-kinds.js';
import { isAnswering, objectAnswerProblem } from '../../../flow/graph/answering-nodes.js';
import { triageFlow } from '../triage-flow.js';

const MODEL = 'offline:demo';

function inRow(nodes: Parameters<typeof defineFlow>[0]['nodes']): FlowDefinition {
  const ids = Object.keys(nodes);
  const edges = ids.slice(1).map((id, index): [string, string] => [ids[index]!, id]);
  return defineFlow({ slug: 'row', name: 'Row', nodes, edges });
}

const row = inRow({
  chat: chat(),
  draft: agent({ model: MODEL }),
  write: model({ model: MODEL }),
  note: template({ template: '{{ write.output }}' }),
});

describe('isAnswering', () => {
  test.each([
    ['one that another works on', row, 'draft', false],
    ['the last that says something', row, 'write', true],
    ['one that says nothing', row, 'note', false],
    ['each last one of a branch', triageFlow(MODEL), 'billing', true],
    ['the other one too', triageFlow(MODEL), 'technical', true],
    ['a categorizer', triageFlow(MODEL), 'sort', false],
  ])('%s -> %#', (_name, flow, nodeId, expected) => {
    expect(isAnswering(flow, nodeId)).toBe(expected);
  });
});

describe('objectAnswerProblem', () => {
  test.each<[string, FlowDefinition, string | undefined]>([
    ['agents and models that answer', row, undefined],
    [
      'a reply',
      inRow({ chat: chat(), draft: agent({ model: MODEL }), say: reply({ text: 'x' }) }),
      "its answer comes from node 'say' (reply)",
    ],
    [
      'a subflow',
      inRow({ chat: chat(), other: subflow({ flow: 'assistant' }) }),
      "its answer comes from node 'other' (subflow)",
    ],
    [
      'nobody',
      inRow({
        chat: chat(),
        sort: categorizer({ model: MODEL, categories: [{ name: 'a' }, { name: 'b' }] }),
      }),
      'no agent and no model that answers',
    ],
  ])('%s -> %#', (_name, flow, expected) => {
    if (expected === undefined) expect(objectAnswerProblem(flow)).toBeUndefined();
    else expect(objectAnswerProblem(flow)).toContain(expected);
  });
});
