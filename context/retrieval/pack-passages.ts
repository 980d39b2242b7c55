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
  budgetTokens,
  overheadTokens,
}: PackPassagesInput<Row>): readonly Row[] {
  const chosen: Row[] = [];
  const sessions = new Set<number>();
  const bySeq = new Map<number, Row>();
  const { header, session, line, continuation } = overheadTokens;
  let room = budgetTokens - header;
  for (const { row } of ranked) {
    if (room <= continuation) break;
    const isContinued = continues(row, bySeq.get(row.seq)) || continues(row, bySeq.get(row.seq - 1));
    const cost =
      row.tokens +
      (isContinued ? continuation : line) +
      (sessions.has(row.session) ? 0 : session) -
      // The passage after it then needs no name.
      (continues(bySeq.get(row.seq + 1), row) ? line - continuation : 0);
    if (cost > room) continue;
    room -= cost;
    sessions.add(row.session);
    bySeq.set(row.seq, row);
    chosen.push(row);
  }
  return chosen.sort((one, other) => one.seq - other.seq || one.ordinal - other.ordinal);
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
