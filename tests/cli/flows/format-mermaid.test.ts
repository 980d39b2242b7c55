import { describe, expect, test } from 'vitest';
import { formatMermaid } from '../../../cli/flows/format-mermaid.js';
import type { FlowDefinition } from '../../../flow/definition.js';

const flow: Pick<FlowDefinition, 'nodes' | 'edges'> = {
  nodes: [
    { id: 'chat', kind: 'chat' },
    { id: 'end', kind: 'agent', label: 'The "end"\n]--> x', config: { model: 'offline:demo' } },
    { id: 'sorry', kind: 'reply', config: { text: 'Sorry' } },
  ],
  edges: [
    { from: 'chat', to: 'end' },
    { from: 'end', to: 'sorry', on: 'error' },
  ],
};

describe('formatMermaid', () => {
  test('nodes and edges -> our own names, kinds, a dotted error edge; hostile labels are entities', () =>
    expect(formatMermaid(flow).split('\n')).toEqual([
      'flowchart TD',
      '  n0(["chat · chat"])',
      '  n1["end · agent<br/>The #34;end#34; #93;--#62; x"]',
      '  n2["sorry · reply"]',
      '  n0 --> n1',
      '  n1 -.->|"error"| n2',
    ]));
});
