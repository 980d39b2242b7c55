import { describe, expect, test } from 'vitest';
import type { RecordedNode } from '../../../store/trajectory/round-rows.js';
import { toAttributes } from '../../../store/trajectory/to-attributes.js';
import type { DataType } from '../../../trajectory/graph/node-types.js';

describe('toAttributes', () => {
  const cases: [DataType, string][] = [
    ['File', 'path'],
    ['Table', 'path'],
    ['Script', 'path'],
    ['Skill', 'path'],
    ['Knowledge', 'name'],
    ['Column', 'name'],
    ['Tool', 'name'],
  ];

  test.each(cases)('a %s with its own %s -> the attribute that identifies it', (type, attribute) => {
    const said = toAttributes(dataRow(type, { [attribute]: 'the same', content: 'x' }), {
      call: undefined,
      executions: [],
      tool: undefined,
    });
    expect(said).toMatchObject({ [attribute]: 'sales', content: 'x' });
  });
});

function dataRow(type: DataType, attributes: RecordedNode['attributes']): RecordedNode {
  return {
    executionId: 1,
    base: 0,
    step: 1,
    ordinal: -1,
    type,
    number: 0,
    label: null,
    name: 'sales',
    description: null,
    attributes,
    versions: null,
    changes: null,
    addedAt: null,
    content: null,
    saidAt: null,
    call: null,
    instruction: null,
    plan: null,
    tool: null,
    queueStep: null,
    isAnswer: false,
    own: null,
  };
}
