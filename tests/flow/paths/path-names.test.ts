import { describe, expect, test } from 'vitest';
import { pathNames, pathProblem } from '../../../flow/paths/path-names.js';

describe('pathNames', () => {
  test.each([
    ['', []],
    ['trigger.data.größe', ['trigger', 'data', 'größe']],
    ['trigger.data.first name', ['trigger', 'data', 'first name']],
    ['{{ trigger.data.amount }}', ['trigger', 'data', 'amount']],
    ['{{trigger.data.amount}}', ['trigger', 'data', 'amount']],
    [' {{- items[0].price -}} ', ['items', '0', 'price']],
    ["nodes['my-node'].output", ['nodes', 'my-node', 'output']],
    ['nodes["my-node"][2]', ['nodes', 'my-node', '2']],
  ])('%j -> %j', (path, names) => {
    expect(pathNames(path)).toEqual(names);
    expect(pathProblem(path)).toBeUndefined();
  });
});

describe('pathProblem', () => {
  test.each(['{{ a | upper }}', 'a {{ b }}', '{{ a }} {{ b }}', '{{ a + 1 }}', '{{ a'])(
    '%j -> not a path',
    (path) => {
      expect(pathProblem(path)).toContain('it must be a dotted path');
    },
  );
});
