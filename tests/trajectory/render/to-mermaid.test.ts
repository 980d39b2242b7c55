import { describe, expect, test } from 'vitest';
import { toMermaid } from '../../../trajectory/render/to-mermaid.js';
import { hostileView, node, sessionView, smallView } from './views.js';

describe('toMermaid', () => {
  test('a step of the queues -> named in its box', () => {
    const attributes = { content: 'I read.', queueStep: 'pre step 1: Read.' };
    const view = { nodes: [node('State', 's', { attributes })], edges: [], pointers: [], root: null };
    expect(toMermaid([{ name: 'agent', view }])).toContain(
      '    n0["State: I read#46; #40;pre step 1#58; Read#46;#41;"]',
    );
  });

  test('a small view -> nodes, edges, classes and the active branch', () => {
    expect(toMermaid([{ name: 'agent', view: smallView() }])).toBe(`flowchart TB
  subgraph round1["Round 1"]
    n0["Query: How warm is it in Oslo#63;"]
    n1["Action: weather"]
    n2["Action: search"]
    n3(["Tool: weather"])
    n4["State: Three degrees#46;"]
  end
  n0 ==>|triggers| n1
  n0 -->|triggers| n2
  n1 -->|find_relevant_tool| n3
  n1 ==>|has_conclusion| n4
  classDef Query fill:#eff6ff,stroke:#1d4ed8,color:#1d4ed8
  class n0 Query
  classDef State fill:#f5f3ff,stroke:#6d28d9,color:#6d28d9
  class n4 State
  classDef Action fill:#fff7ed,stroke:#c2410c,color:#c2410c
  class n1,n2 Action
  classDef Tool fill:#f8fafc,stroke:#475569,color:#475569
  class n3 Tool
  classDef active stroke-width:3px
  class n0,n1,n4 active
  classDef pointer stroke-dasharray:6 3
  class n4 pointer
`);
  });

  test('several agents with the same nodes -> a frame each, no name twice', () => {
    const agents = ['lead', 'lead/1/"writer"'].map((name) => ({ name, view: smallView() }));
    const lines = toMermaid(agents).split('\n');
    expect(lines.filter((line) => line.includes('subgraph'))).toEqual([
      '  subgraph agent0["lead"]',
      '    subgraph agent0round1["Round 1"]',
      '  subgraph agent1["lead#47;1#47;#34;writer#34;"]',
      '    subgraph agent1round1["Round 1"]',
    ]);
    expect(lines.filter((line) => line.trim() === 'end')).toHaveLength(4);
    const names = lines.flatMap((line) => /^ {6}(n\d+)[[(]/.exec(line)?.[1] ?? []);
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `n${index}`));
    expect(lines).toContain('  n5 ==>|triggers| n6');
    expect(lines).toContain('  class n0,n1,n4,n5,n6,n9 active');
  });

  test('no nodes -> an empty flowchart', () => {
    expect(toMermaid([{ name: 'agent', view: { nodes: [], edges: [], pointers: [], root: null } }])).toBe(
      'flowchart TB\n',
    );
  });

  test('hostile texts -> one line a node, no special characters inside its quotes', () => {
    const view = hostileView();
    const labels = toMermaid([{ name: 'agent', view }])
      .split('\n')
      .filter((line) => /^ {4}n\d+/.test(line));
    expect(labels).toHaveLength(view.nodes.length);
    for (const label of labels)
      expect(label).toMatch(/^ {4}n\d+\["(?:Query|Action): (?:[\p{L}\p{N} \p{So}\ufffd…]|#\d+;)*"\]$/u);
  });

  test('a session -> a subgraph a round, every node and every edge', () => {
    const view = sessionView(120);
    const lines = toMermaid([{ name: 'agent', view }]).split('\n');
    expect(lines.filter((line) => line.startsWith('  subgraph '))).toHaveLength(rounds(view.nodes));
    expect(lines.filter((line) => line.startsWith('    n'))).toHaveLength(view.nodes.length);
    expect(lines.filter((line) => line.includes('|'))).toHaveLength(view.edges.length);
  });
});

function rounds(nodes: readonly { owner: { round: number } }[]): number {
  return new Set(nodes.map(({ owner }) => owner.round)).size;
}
