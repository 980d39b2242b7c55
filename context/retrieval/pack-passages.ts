import type { PassageRow, RankedPassage } from './passage-row.js';

export interface PassageOverhead {
  readonly header: number;
  readonly session: number;
  readonly line: number;
  readonly continuation: number;
}

export interface PackPassagesInput<Row extends PassageRow> {
  ranked: readonly RankedPassage<Row>[];
  budgetTokens: number;
  overheadTokens: PassageOverhead;
}

/** Skips a passage that does not fit, because a shorter one may. */
export function packPassages<Row extends PassageRow>({
  ranked,
  ...budget
}: PackPassagesInput<Row>): readonly Row[] {
  return packLanes({ lanes: [{ units: ranked.map(({ row }) => [row]), mostTokens: Infinity }], ...budget });
}

export interface Lane<Row extends PassageRow> {
  readonly units: readonly (readonly Row[])[];
  readonly mostTokens: number;
}

interface PackLanesInput<Row extends PassageRow> extends Omit<PackPassagesInput<Row>, 'ranked'> {
  lanes: readonly Lane<Row>[];
}

export function packLanes<Row extends PassageRow>({
  lanes,
  budgetTokens,
  overheadTokens,
}: PackLanesInput<Row>): readonly Row[] {
  const { header, continuation } = overheadTokens;
  let chosen: Chosen<Row> = { rows: new Map(), bySeq: new Map(), sessions: new Set() };
  let room = budgetTokens - header;
  for (const { units, mostTokens } of lanes) {
    let left = Math.min(room, mostTokens);
    for (const unit of units) {
      if (left <= continuation) break;
      const tried = addUnit(chosen, { unit, overheadTokens, most: left });
      if (!tried) continue;
      chosen = tried.chosen;
      left -= tried.cost;
      room -= tried.cost;
    }
  }
  return [...chosen.rows.values()].sort((one, other) => one.seq - other.seq || one.ordinal - other.ordinal);
}

interface Chosen<Row extends PassageRow> {
  readonly rows: Map<string, Row>;
  readonly bySeq: Map<number, Row>;
  readonly sessions: Set<number>;
}

function addUnit<Row extends PassageRow>(
  chosen: Chosen<Row>,
  { unit, overheadTokens, most }: { unit: readonly Row[]; overheadTokens: PassageOverhead; most: number },
): { chosen: Chosen<Row>; cost: number } | undefined {
  const [only] = unit;
  // Most units are one passage.
  if (unit.length === 1 && only !== undefined) {
    const cost = measureCost(only, { chosen, overheadTokens });
    if (cost > most) return undefined;
    addRow(chosen, only);
    return { chosen, cost };
  }
  const copy = {
    rows: new Map(chosen.rows),
    bySeq: new Map(chosen.bySeq),
    sessions: new Set(chosen.sessions),
  };
  let sum = 0;
  for (const row of unit) {
    sum += measureCost(row, { chosen: copy, overheadTokens });
    if (sum > most) return undefined;
    addRow(copy, row);
  }
  return { chosen: copy, cost: sum };
}

function addRow<Row extends PassageRow>({ rows, bySeq, sessions }: Chosen<Row>, row: Row): void {
  rows.set(toKey(row), row);
  bySeq.set(row.seq, row);
  sessions.add(row.session);
}

function measureCost<Row extends PassageRow>(
  row: Row,
  {
    chosen: { rows, bySeq, sessions },
    overheadTokens: { session, line, continuation },
  }: { chosen: Chosen<Row>; overheadTokens: PassageOverhead },
): number {
  const before = rows.get(toKey(row));
  if (before !== undefined) return row.tokens > before.tokens ? row.tokens - before.tokens : 0;
  const isContinued = continues(row, bySeq.get(row.seq)) || continues(row, bySeq.get(row.seq - 1));
  return (
    row.tokens +
    (isContinued ? continuation : line) +
    (sessions.has(row.session) ? 0 : session) -
    // The next passage continues this one, so it needs no speaker's name.
    (continues(bySeq.get(row.seq + 1), row) ? line - continuation : 0)
  );
}

function toKey({ seq, ordinal }: PassageRow): string {
  return `${seq}/${ordinal}`;
}

export function continues(passage: Speaking | undefined, before: Speaking | undefined): boolean {
  return (
    passage !== undefined &&
    before !== undefined &&
    passage.session === before.session &&
    passage.role === before.role &&
    passage.name === before.name &&
    passage.seq - before.seq <= 1
  );
}

type Speaking = Pick<PassageRow, 'seq' | 'session' | 'role' | 'name'>;
