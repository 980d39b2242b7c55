import { describe, expect, test } from 'vitest';
import { findReferences } from '../../../flow/templates/find-references.js';

describe('findReferences', () => {
  test.each<[unknown, string[]]>([
    ['{{ a.b.c }}', ['a']],
    ["{{ nodes['my-node'].x }}", ['my-node', 'nodes']],
    ['{{ node_outputs.x.y }}', ['node_outputs', 'x']],
    ['{{ nodes[a.b] }}', ['a', 'nodes']],
    ['{{ a[b.c].d | default(e) }}{{ f.upper() }}', ['a', 'b', 'e', 'f']],
    ["{{ x | join(sep) ~ y if z else '{{ no }}' }}", ['sep', 'x', 'y', 'z']],
    [
      '{% if a %}{% for i in b if c %}{{ d }}{% endfor %}{% else %}{{ e }}{% endif %}',
      ['a', 'b', 'c', 'd', 'e', 'i'],
    ],
    ['{% set s = t %}{{ {"k": u} }}{{ -v }}{{ w[1:x] }}', ['s', 't', 'u', 'v', 'w', 'x']],
    [{ '{{ key }}': ['{{ a }}', { b: '{{ c }}' }], n: 5 }, ['a', 'c']],
    ['text {{ broken', []],
    [null, []],
  ])('%j -> %j', (value, names) => {
    expect([...findReferences(value)].sort()).toEqual(names);
  });
});
