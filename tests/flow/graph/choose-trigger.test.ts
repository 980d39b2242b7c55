import { describe, expect, test } from 'vitest';
import { chooseTrigger } from '../../../flow/graph/choose-trigger.js';
import type { FlowNode } from '../../../flow/kinds/flow-node.js';

const chat: FlowNode = { id: 'talk', kind: 'chat' };
const second: FlowNode = { id: 'talk2', kind: 'chat' };
const manual: FlowNode = { id: 'start', kind: 'manual' };

describe('chooseTrigger', () => {
  test.each([
    ['a turn', [manual, chat, second], { isTurn: true }, 'talk'],
    ['anything else', [chat, manual], { isTurn: false }, 'start'],
    ['a turn of a flow without chat', [manual], { isTurn: true }, 'start'],
    ['no turn, of a flow with chat alone', [chat, second], { isTurn: false }, 'talk'],
    ['one that is named', [chat, second, manual], { isTurn: true, triggerId: 'talk2' }, 'talk2'],
    ['one that is named and not there', [chat], { isTurn: true, triggerId: 'gone' }, undefined],
    ['no name', [chat], { isTurn: false, triggerId: null }, 'talk'],
    ['no trigger at all', [], { isTurn: true }, undefined],
  ] as const)('%s -> the matching trigger', (_name, nodes, wanted, expected) => {
    expect(chooseTrigger({ slug: 'f', name: 'F', nodes, edges: [] }, wanted)).toBe(expected);
  });
});
