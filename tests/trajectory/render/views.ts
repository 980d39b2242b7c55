import type { EdgeType } from '../../../trajectory/graph/edge-types.js';
import type { NodeType } from '../../../trajectory/graph/node-types.js';
import type {
  Attributes,
  TrajectoryEdge,
  TrajectoryNode,
} from '../../../trajectory/graph/trajectory-node.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';

export function node(
  type: NodeType,
  label: string,
  { round = 1, ...rest }: Partial<TrajectoryNode> & { round?: number } = {},
): TrajectoryNode {
  return {
    id: `${type}(${label})`,
    type,
    label,
    description: null,
    owner: { user: 'anna', session: 'chat-7', round, subAgent: 'agent' },
    createdAt: '2026-11-22T10:00:00.000Z',
    versions: {},
    attributes: {},
    ...rest,
  };
}

export function edge(from: TrajectoryNode, to: TrajectoryNode, type: EdgeType): TrajectoryEdge {
  return { from: from.id, to: to.id, type };
}

export function smallView(): TrajectoryView {
  const query = node('Query', 'query00000', { attributes: { query: 'How warm is it in Oslo?' } });
  const action = node('Action', 'action00000', { attributes: { action: 'weather' } });
  const dead = node('Action', 'action00001', { attributes: { action: 'search', success: false } });
  const tool = node('Tool', 'tool00000', { attributes: { name: 'weather' } });
  const state = node('State', 'state00000', { attributes: { content: 'Three degrees.' } });
  return {
    nodes: [query, action, dead, tool, state],
    edges: [
      edge(query, action, 'triggers'),
      edge(query, dead, 'triggers'),
      edge(action, tool, 'find_relevant_tool'),
      edge(action, state, 'has_conclusion'),
    ],
    pointers: [state.id],
    root: query.id,
  };
}

export const HOSTILE_TEXTS = [
  '</script><script>window.hacked = 1</script>',
  '"><img src=x onerror="window.hacked = 1">',
  '<!-- <script>',
  'end',
  'a"]; b["c',
  'one\ntwo\r\nthree\u2028four',
  '`*bold*` _and_ **more**',
  '%%{init: {"theme": "dark"}}%% %% comment',
  '1. a list',
  'style x:#35; classDef y:#34;',
  'Ω 漢字 🚀 \u202eevil',
  'half \ud800 nul \u0000 bell \u0007',
  '&lt;b&gt; &amp; \\N \\" \\',
  '---',
  '$$x^2$$',
];

export function hostileView(): TrajectoryView {
  const query = node('Query', 'query00000', { attributes: { query: '</title><script>' } });
  const actions = HOSTILE_TEXTS.map((text) =>
    node('Action', text, { description: text, attributes: { action: text, output: text } }),
  );
  return {
    nodes: [query, ...actions],
    edges: actions.map((action) => edge(query, action, 'triggers')),
    pointers: actions.map(({ id }) => id),
    root: query.id,
  };
}

const QUESTIONS = [
  'Which of our suppliers were late in the third quarter, and what did that cost us compared with the second?',
  'Break it down by region, please.',
  'Plot the delays per month and save the chart.',
  'Why is Rotterdam so much worse than Antwerp?',
];
const TOOLS = ['query_warehouse', 'search_documents', 'run_python', 'read_file'];
const CONCLUSIONS = [
  'The delivery table has one row per order; lateness is `delivered_at - promised_at`, so I need both columns.',
  'Seven suppliers were late more than five times. The two largest account for 61 % of the delay days.',
  'The search gave nothing about penalties; the contract folder should say more.',
  'Costs rose by 18 % against the second quarter: mostly express freight that we paid ourselves.',
];
const FILES = ['deliveries_2026_q3.csv', 'contracts/penalty-clauses.pdf', 'charts/delay-by-month.png'];

export function sessionView(count: number): TrajectoryView {
  const nodes: TrajectoryNode[] = [];
  const edges: TrajectoryEdge[] = [];
  const counters = new Map<NodeType, number>();
  let ends: TrajectoryNode[] = [];
  let round = 0;

  const add = (
    type: NodeType,
    from: readonly TrajectoryNode[],
    edgeType: EdgeType,
    attributes: Attributes,
  ) => {
    const number = counters.get(type) ?? 0;
    counters.set(type, number + 1);
    const label = `${type.toLowerCase()}${String(number).padStart(5, '0')}`;
    const seconds = String(nodes.length % 60).padStart(2, '0');
    const added = node(type, label, { round, attributes, createdAt: `2026-11-22T10:${seconds}:00.000Z` });
    nodes.push(added);
    for (const one of from) edges.push(edge(one, added, edgeType));
    return added;
  };

  while (nodes.length < count) {
    round += 1;
    const first = nodes.length;
    ends = [add('Query', leavesOf(nodes, edges), 'continues_to', { query: pick(QUESTIONS, round - 1) })];
    for (let step = 0; step <= round % 3 && nodes.length < count - 1; step++) {
      const state = add('State', ends, 'has_conclusion', {
        content: pick(CONCLUSIONS, first + step),
        reasoning: 'I should look at the numbers before I answer.\n'.repeat(12),
      });
      const calls = Math.min(1 + ((round + step) % 3), count - nodes.length);
      ends = Array.from({ length: calls }, (_, call) => {
        const name = pick(TOOLS, round + step + call);
        return add('Action', [state], 'triggers', {
          action: name,
          params: { query: 'select supplier, sum(delay_days) from delivery group by 1', limit: 50 },
          output: 'supplier,delay_days\nNordfracht,112\nBelgoTrans,87\n'.repeat(6),
          success: (round + call) % 4 !== 0,
        });
      });
      for (const [call, action] of ends.entries()) {
        if (nodes.length >= count - 1) break;
        add('Tool', [action], 'find_relevant_tool', { name: String(action.attributes.action) });
        if (call > 0 || nodes.length >= count - 1) continue;
        for (let file = 0; file <= (round + step) % 3 && nodes.length < count - 1; file++) {
          add('File', [action], 'generates', { path: `/data/exports/${pick(FILES, file)}`, source: 'tool' });
        }
      }
    }
    if (nodes.length < count) {
      const answered = ends.filter(({ attributes }) => attributes.success !== false);
      ends = [
        add('State', answered.length > 0 ? answered : ends, 'has_conclusion', {
          content: pick(CONCLUSIONS, round),
        }),
      ];
    }
  }
  return {
    nodes,
    edges,
    pointers: ends.map(({ id }) => id),
    root: nodes[0]?.id ?? null,
  };
}

function leavesOf(nodes: readonly TrajectoryNode[], edges: readonly TrajectoryEdge[]): TrajectoryNode[] {
  const leads = new Set(edges.map(({ from }) => from));
  return nodes.filter(({ id }) => !leads.has(id));
}

function pick<T>(values: readonly T[], index: number): T {
  return values[index % values.length]!;
}
