import { fitOnLine } from '../graph/quote-text.js';
import type { TouchedRow } from './touched.js';

const NAME_LIMIT = 120;
const DESCRIPTION_LIMIT = 160;
const HEAD = 'Touched so far, latest first: type "name" | how | uses | rounds | description';

/** Names must not break their line or quotes. */
export function touchedText(rows: readonly TouchedRow[], { maxRows }: { maxRows: number }): string {
  if (rows.length === 0) return '';
  const lines = rows.slice(0, maxRows).map(toLine);
  const left = rows.length - lines.length;
  return [HEAD, ...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

function toLine({ type, name, how, uses, firstRound, lastRound, description }: TouchedRow): string {
  const rounds = firstRound === lastRound ? `round ${lastRound}` : `rounds ${firstRound}-${lastRound}`;
  const cells = [`${type} ${quoted(name)}`, how, uses === 1 ? '1 use' : `${uses} uses`, rounds];
  const about = fitOnLine(description ?? '', DESCRIPTION_LIMIT);
  return (about === '' ? cells : [...cells, about]).join(' | ');
}

function quoted(name: string): string {
  return JSON.stringify(fitOnLine(name, NAME_LIMIT));
}
