import { z } from 'zod';
import { EdgeIndex } from '../graph/edge-index.js';
import { DATA_TYPES, isDataType, type DataType } from '../graph/node-types.js';
import type { TrajectoryNode } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

const touchedRow = z.object({
  type: z.enum(DATA_TYPES),
  name: z.string(),
  /** One use per node and round. */
  uses: z.number(),
  firstRound: z.number(),
  lastRound: z.number(),
  lastUsedAt: z.string(),
  how: z.enum(['read', 'written', 'used']),
  description: z.string().nullable(),
});
export type TouchedRow = z.infer<typeof touchedRow>;

export const agentTouchedRow = z.object({ subAgent: z.string(), ...touchedRow.shape });
export type AgentTouchedRow = z.infer<typeof agentTouchedRow>;

export function listTouched(
  agents: readonly { subAgent: string; view: TrajectoryView }[],
): AgentTouchedRow[] {
  return agents.flatMap(({ subAgent, view }) => touchedTable(view).map((row) => ({ subAgent, ...row })));
}

export function touchedTable({ nodes, edges }: TrajectoryView): TouchedRow[] {
  const index = new EdgeIndex(edges);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rows = new Map<string, TouchedRow>();
  for (const node of nodes) {
    if (!isDataType(node.type)) continue;
    const row = toRow(node, node.type);
    for (const from of index.predecessors(node.id)) {
      const time = byId.get(from)?.createdAt ?? node.createdAt;
      row.lastUsedAt = later(row.lastUsedAt, time);
      row.uses += 1;
      if (row.how === 'read' && index.edgeType(from, node.id) === 'generates') row.how = 'written';
    }
    const key = `${row.type} ${row.name}`;
    const known = rows.get(key);
    rows.set(key, known ? merged(known, row) : row);
  }
  return [...rows.values()].sort(latestFirst);
}

function toRow(node: TrajectoryNode, type: DataType): TouchedRow {
  const { attributes, createdAt, description, label, owner } = node;
  const name = [attributes.name, attributes.path].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  return {
    type,
    name: typeof name === 'string' ? name : label,
    uses: 0,
    firstRound: owner.round,
    lastRound: owner.round,
    lastUsedAt: createdAt,
    how: type === 'Tool' ? 'used' : 'read',
    description,
  };
}

function merged(one: TouchedRow, other: TouchedRow): TouchedRow {
  const [older, newer] = one.lastRound > other.lastRound ? [other, one] : [one, other];
  return {
    ...newer,
    uses: one.uses + other.uses,
    firstRound: Math.min(one.firstRound, other.firstRound),
    lastUsedAt: later(one.lastUsedAt, other.lastUsedAt),
    how: older.how === 'written' ? 'written' : newer.how,
    description: newer.description ?? older.description,
  };
}

function later(one: string, other: string): string {
  return Date.parse(other) > Date.parse(one) ? other : one;
}

function latestFirst(one: TouchedRow, other: TouchedRow): number {
  const byTime = Date.parse(other.lastUsedAt) - Date.parse(one.lastUsedAt);
  return byTime || compare(one.name, other.name) || compare(one.type, other.type);
}

/** Compares code units, which gives the same order in every locale. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
