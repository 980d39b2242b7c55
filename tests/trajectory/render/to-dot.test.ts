import { describe, expect, test } from 'vitest';
import { toDot } from '../../../trajectory/render/to-dot.js';
import { hostileView, node, sessionView, smallView } from './views.js';

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

describe('toDot', () => {
  test('a step of the queues -> named in its box', () => {
    const attributes = { content: 'I read.', queueStep: 'pre step 1: Read.' };
    const view = { nodes: [node('State', 's', { attributes })], edges: [], pointers: [], root: null };
    expect(toDot([{ name: 'agent', view }])).toContain('label="State: I read. (pre step 1: Read.)"');
  });

  test('a small view -> a cluster with its nodes, and edges', () => {
    const dot = toDot([{ name: 'agent', view: smallView() }]);
    expect(dot).toContain(
      '  subgraph cluster_round_1 {\n    label="Round 1"\n    n0 [label="Query: How warm is it in Oslo?"',
    );
    expect(dot).toContain('    n3 [label="Tool: weather", tooltip="Tool(tool00000)"');
    expect(dot).toContain('  n1 -> n4 [label="has_conclusion", penwidth=2.5, color="#0f172a"]');
    expect(dot).toMatch(/n4 \[.*peripheries=2\]/);
  });

  test('several agents with the same nodes -> a cluster each, no name twice', () => {
    const agents = ['lead', 'lead/1/writer'].map((name) => ({ name, view: smallView() }));
    const dot = toDot(agents);
    expect(dot.match(/subgraph \w+/g)).toEqual(
      ['cluster_agent_0', 'cluster_agent_0_round_1', 'cluster_agent_1', 'cluster_agent_1_round_1'].map(
        (name) => `subgraph ${name}`,
      ),
    );
    expect(dot).toContain('    label="lead/1/writer"');
    expect(dot).toContain('  n6 -> n9 [label="has_conclusion"');
    expect(dot.match(/^ {6}n\d+ \[/gm)).toHaveLength(10);
  });

  test('hostile texts -> one line a node, all of them in closed quotes', () => {
    const view = hostileView();
    const lines = toDot([{ name: 'agent', view }])
      .split('\n')
      .filter((line) => /^ {4}n\d+/.test(line));
    expect(lines).toHaveLength(view.nodes.length);
    for (const line of lines)
      expect(line.replaceAll(QUOTED, 'Q')).toMatch(/^ {4}n\d+ \[(?:\w+=(?:Q|[\d.]+)(?:, |\]$))+$/);
  });

  test('a session -> a cluster a round, every node and every edge', () => {
    const view = sessionView(120);
    const lines = toDot([{ name: 'agent', view }]).split('\n');
    const rounds = new Set(view.nodes.map(({ owner }) => owner.round)).size;
    expect(lines.filter((line) => line.includes('subgraph '))).toHaveLength(rounds);
    expect(lines.filter((line) => /^ {4}n\d+ /.test(line))).toHaveLength(view.nodes.length);
    expect(lines.filter((line) => line.includes(' -> '))).toHaveLength(view.edges.length);
  });
});
