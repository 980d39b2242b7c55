import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { code, loop, manual, merge, model, reply, subflow, template } from '../../flow/kinds/node-kinds.js';
import { findRead } from '../../packages/studio/flows/find-read.js';

const FLOW = defineFlow({
  slug: 'review',
  name: 'Review',
  nodes: {
    start: manual(),
    plan: model({ model: 'openai:gpt-5-mini' }),
    list: code({ expression: 'nodes.plan.output.split(",")' }),
    each: loop({ over: '{{ list.output }}' }),
    item: template({ template: '{{ loop.item }}' }),
    check: subflow({ flow: 'check', extraConfig: { inputSource: 'node_output', sourceNodeId: 'plan' } }),
    write: template({ template: '{{ start.text }}: {% for one in each.results %}{{ one }}{% endfor %}' }),
    both: merge(),
    say: reply({ text: '{{ trigger.text }}' }),
  },
  edges: [
    ['start', 'plan'],
    ['plan', 'list'],
    ['list', 'each'],
    ['each', 'item', { on: 'item' }],
    ['item', 'check'],
    ['check', 'each', { on: 'next' }],
    ['each', 'write'],
    ['list', 'both'],
    ['write', 'both'],
    ['both', 'say'],
  ],
});

const TEXT = { type: 'object', properties: { output: { type: 'string' } } };

describe('findRead', () => {
  test.each([
    ['code', 'list', { plan: { ...TEXT, required: ['output'] } }],
    ['the source of a sub-flow', 'check', { plan: { ...TEXT, required: [] } }],
    [
      'a merge',
      'both',
      { list: { properties: { output: {} }, required: [] }, write: { ...TEXT, required: [] } },
    ],
    ['only the trigger', 'say', {}],
  ])('%s -> the outputs with their fields', (_name, nodeId, outputs) => {
    expect(findRead(FLOW, nodeId).outputs).toMatchObject(outputs);
  });

  test('a template with a loop and a trigger -> the field that it reads, and the id of the trigger; in a loop -> its item', () => {
    expect(findRead(FLOW, 'write')).toEqual({
      outputs: {
        each: { type: 'object', properties: { results: {}, total: {} }, required: ['results'] },
      },
      trigger: 'start',
      readsLoop: false,
    });
    expect(findRead(FLOW, 'item')).toEqual({ outputs: {}, trigger: undefined, readsLoop: true });
  });
});
