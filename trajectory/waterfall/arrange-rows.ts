import { itemRowId, nodeRowId, type WaterfallKind, type WaterfallStatus } from './waterfall-row.js';

/** Over HTTP, times are ISO texts. */
export interface StoredRow {
  id: string;
  parentId: string | null;
  kind: WaterfallKind;
  label: string;
  detail: string | null;
  status: WaterfallStatus;
  startedAt: Date | string;
  finishedAt: Date | string | null;
  executionId: string;
  nodeId: string | null;
  iteration: string | null;
  loopId: string | null;
  inputTokens: number;
  outputTokens: number;
  cost: string | null;
  errorMessage: string | null;
}

export interface ArrangedRow<Row> {
  id: string;
  depth: number;
  kind: WaterfallKind;
  label: string;
  status: WaterfallStatus;
  startMs: number;
  endMs: number | null;
  tokens: number;
  /** USD, including the rows below. Null if no cost is known. */
  cost: number | null;
  below: number;
  row: Row | undefined;
}

interface Branch<Row> extends Omit<ArrangedRow<Row>, 'depth'> {
  children: Branch<Row>[];
}

/** One more row per loop item. A row without its parent becomes a root; a cycle is cut. */
export function arrangeRows<Row extends StoredRow>(rows: readonly Row[]): ArrangedRow<Row>[] {
  const branches = new Map<string, Branch<Row>>();
  const parents = new Map<string, string | null>();
  for (const row of rows) {
    if (branches.has(row.id)) continue;
    branches.set(row.id, toBranch(row));
    parents.set(row.id, row.parentId);
    if (row.kind === 'node' && row.loopId !== null && row.iteration) addItem(row, row.loopId, row.iteration);
  }
  const roots: Branch<Row>[] = [];
  const cuts = findCuts(parents);
  for (const [id, branch] of branches) {
    const parent = cuts.has(id) ? undefined : branches.get(parents.get(id) ?? '');
    (parent?.children ?? roots).push(branch);
  }
  return flatten(roots);

  function addItem({ executionId, nodeId }: Row, loopId: string, iteration: string): void {
    const id = itemRowId(executionId, loopId, iteration);
    parents.set(nodeRowId(executionId, nodeId ?? '', iteration), id);
    if (branches.has(id)) return;
    const parts = iteration.split('.');
    branches.set(id, newItem<Row>(id, iteration));
    parents.set(id, nodeRowId(executionId, loopId, parts.slice(0, -1).join('.')));
  }
}

function toBranch<Row extends StoredRow>(row: Row): Branch<Row> {
  const { id, kind, label, status } = row;
  return {
    id,
    kind,
    label,
    status,
    startMs: toMs(row.startedAt),
    endMs: row.finishedAt === null ? null : toMs(row.finishedAt),
    tokens: row.inputTokens + row.outputTokens,
    cost: row.cost === null ? null : Number(row.cost),
    below: 0,
    row,
    children: [],
  };
}

function newItem<Row>(id: string, iteration: string): Branch<Row> {
  const empty = { startMs: Infinity, endMs: null, tokens: 0, cost: null, below: 0 };
  const label = `Item ${iteration}`;
  return { id, kind: 'item', label, status: 'completed', ...empty, row: undefined, children: [] };
}

function toMs(time: Date | string): number {
  return new Date(time).getTime();
}

function findCuts(parents: ReadonlyMap<string, string | null>): ReadonlySet<string> {
  const cuts = new Set<string>();
  const walks = new Map<string, number>();
  let walk = 0;
  for (const id of parents.keys()) {
    walk += 1;
    let at: string | null | undefined = id;
    for (; at != null && !walks.has(at); at = parents.get(at)) walks.set(at, walk);
    if (at != null && walks.get(at) === walk) cuts.add(at);
  }
  return cuts;
}

/** The worst first. An item has its rows' worst status. */
const WORST: readonly WaterfallStatus[] = [
  'failed',
  'waiting',
  'running',
  'pending',
  'cancelled',
  'completed',
];

/** A loop instead of recursion, because executions may nest deeper than the call stack. */
function flatten<Row>(roots: Branch<Row>[]): ArrangedRow<Row>[] {
  const rows: { branch: Branch<Row>; depth: number }[] = [];
  const open = inOrder(roots).map((branch) => ({ branch, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    rows.push(next);
    const depth = next.depth + 1;
    for (const branch of inOrder(next.branch.children)) open.push({ branch, depth });
  }
  for (const { branch } of [...rows].reverse()) sumUp(branch);
  return rows.map(({ branch: { children: _children, ...row }, depth }) => ({ ...row, depth }));
}

/** The latest first, because the caller takes rows from the end. */
function inOrder<Row>(branches: readonly Branch<Row>[]): Branch<Row>[] {
  return branches
    .map((branch) => ({ branch, startMs: firstStart(branch) }))
    .sort((one, other) => one.startMs - other.startMs || 0)
    .map(({ branch }) => branch)
    .reverse();
}

function firstStart<Row>(branch: Branch<Row>): number {
  if (branch.kind !== 'item') return branch.startMs;
  return branch.children.reduce((first, child) => Math.min(first, firstStart(child)), Infinity);
}

function sumUp<Row>(branch: Branch<Row>): void {
  const { children } = branch;
  for (const { tokens, cost, below } of children) {
    branch.tokens += tokens;
    branch.below += below + 1;
    if (cost !== null) branch.cost = (branch.cost ?? 0) + cost;
  }
  if (branch.kind !== 'item') return;
  branch.startMs = firstStart(branch);
  const ends = children.map(({ endMs }) => endMs);
  branch.endMs = ends.reduce<number | null>(
    (last, end) => (last === null || end === null ? null : Math.max(last, end)),
    -Infinity,
  );
  branch.status = WORST.find((status) => children.some((child) => child.status === status)) ?? 'completed';
}
