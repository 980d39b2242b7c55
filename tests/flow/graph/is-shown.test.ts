import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, loop, model, reply } from '../../../flow/kinds/node-kinds.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { findLoop } from '../../../flow/graph/find-loop.js';
import { triageFlow } from '../triage-flow.js';

const MODEL = 'offline:demo';
const triage = triageFlow(MODEL);
const report = defineFlow({
  slug: 'report',
  name: 'Report',
  nodes: {
    chat: chat(),
    draft: agent({ model: MODEL }),
    each: loop({ over: '{{ trigger.data }}' }),
    part: model({ model: MODEL, prompt: '{{ loop.item }}' }),
    write: agent({ model: MODEL }),
    say: reply({ text: 'x' }),
  },
  edges: [
    ['chat', 'draft'],
    ['draft', 'each'],
    ['each', 'part', { on: 'item' }],
    ['part', 'each', { on: 'next' }],
    ['each', 'write'],
    ['chat', 'say'],
  ],
});

describe('isShown', () => {
  test.each([
    ['each last agent of its branch', triage, 'billing', true],
    ['the other one too', triage, 'technical', true],
    ['a categorizer', triage, 'sort', false],
    ['an agent whose answer another works on', report, 'draft', false],
    ['a model in a loop', report, 'part', false],
    ['the last agent', report, 'write', true],
    ['a reply', report, 'say', false],
  ])('%s -> %#', (_name, flow, nodeId, expected) => {
    expect(isShown(flow, nodeId)).toBe(expected);
  });
});

describe('findLoop', () => {
  test('a node in the body -> the loop; outside -> no loop', () => {
    expect([findLoop(report, 'part'), findLoop(report, 'each'), findLoop(report, 'write')]).toEqual([
      'each',
      undefined,
      undefined,
    ]);
  });
});
