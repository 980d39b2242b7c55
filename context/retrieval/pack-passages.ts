import type { PassageRow, RankedPassage } from './passage-row.js';

/** Tokens of a rendered passage besides its text. */
export interface PassageOverhead {
  /** The words that lead all passages. */
  readonly header: number;
  /** The date that leads a session. */
  readonly session: number;
  /** Name and line end of a passage. */
  readonly line: number;
  /** Line end of a passage without a name: it goes on with what the same speaker said just before. */
  readonly continuation: number;
}

export interface PackPassagesInput<Row extends PassageRow> {
  /** Best first. */
  ranked: readonly RankedPassage<Row>[];
  budgetTokens: number;
  overheadTokens: PassageOverhead;
}

/**
 * Chooses the passages that fit the budget as they are rendered, and returns them in order of time. The best is tried
 * first; one that does not fit is skipped, because a shorter one after it may.
 */
export function packPassages<Row extends PassageRow>({
  ranked,
  ...budget
}: PackPassagesInput<Row>): readonly Row[] {
  return packLanes({ lanes: [{ units: ranked.map(({ row }) => [row]), mostTokens: Infinity }], ...budget });
}

/** Passages that are chosen up to an amount of their own. */
export interface Lane<Row extends PassageRow> {
  /** Groups that are taken whole or not at all, the best first; passages that an earlier lane took cost nothing. */
  readonly units: readonly (readonly Row[])[];
  /** Tokens that the lane may add. */
  readonly mostTokens: number;
}

interface PackLanesInput<Row extends PassageRow> extends Omit<PackPassagesInput<Row>, 'ranked'> {
  lanes: readonly Lane<Row>[];
}

/** Chooses passages lane by lane, each up to its amount and all up to the budget; returns them in order of time. */
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
      if (tried === undefined) continue;
      chosen = tried.chosen;
      left -= tried.cost;
      room -= tried.cost;
    }
  }
  return [...chosen.rows.values()].sort((one, other) => one.seq - other.seq || one.ordinal - other.ordinal);
}

interface Chosen<Row extends PassageRow> {
  /** By place and ordinal. */
  readonly rows: Map<string, Row>;
  /** A chosen passage of each message. */
  readonly bySeq: Map<number, Row>;
  readonly sessions: Set<number>;
}

/** Adds passages where they cost no more than `most` together; undefined: they do, and nothing was changed. */
function addUnit<Row extends PassageRow>(
  chosen: Chosen<Row>,
  { unit, overheadTokens, most }: { unit: readonly Row[]; overheadTokens: PassageOverhead; most: number },
): { chosen: Chosen<Row>; cost: number } | undefined {
  const [only] = unit;
  // Most units are one passage, which is weighed before anything is copied.
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
  // One that is chosen already is only made longer: its line takes the place of a part of it.
  if (before !== undefined) return row.tokens > before.tokens ? row.tokens - before.tokens : 0;
  const isContinued = continues(row, bySeq.get(row.seq)) || continues(row, bySeq.get(row.seq - 1));
  return (
    row.tokens +
    (isContinued ? continuation : line) +
    (sessions.has(row.session) ? 0 : session) -
    // The passage after it then needs no name.
    (continues(bySeq.get(row.seq + 1), row) ? line - continuation : 0)
  );
}

function toKey({ seq, ordinal }: PassageRow): string {
  return `${seq}/${ordinal}`;
}

/** Whether a passage is the same speaker's as the one before it, in the same message or the next one. */
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
