import { describe, expect, test } from 'vitest';
import { sameJson } from '../../../trajectory/graph/node-versions.js';
import type { JsonValue } from '../../../trajectory/graph/trajectory-node.js';

describe('sameJson', () => {
  test.each([
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}', true],
    ['{"a":1}', '{"a":1,"b":2}', false],
    ['{"a":1,"b":2}', '{"a":1}', false],
    ['{"__proto__":{}}', '{"a":{}}', false],
    ['{"toString":1}', '{"a":1}', false],
    ['{}', '[]', false],
    ['[1,2]', '[2,1]', false],
    ['null', '{}', false],
    ['"1"', '1', false],
  ])('%s and %s -> %j', (one, other, same) => {
    expect(sameJson(JSON.parse(one) as JsonValue, JSON.parse(other) as JsonValue)).toBe(same);
  });
});
