import type { AgentTouchedRow } from '../../trajectory/touched/touched.js';
import { formatTable } from '../format/format-table.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

const DESCRIPTION_CHARACTERS = 80;

/** Formats the things that agents touched as a table, in the order given. */
export function formatTouched(rows: readonly AgentTouchedRow[], style: Style): string {
  const hasAgents = new Set(rows.map(({ subAgent }) => subAgent)).size > 1;
  return formatTable(
    rows,
    [
      ...(hasAgents ? [{ header: 'AGENT', value: ({ subAgent }: { subAgent: string }) => subAgent }] : []),
      { header: 'TYPE', value: ({ type }) => type },
      { header: 'NAME', value: ({ name }) => name },
      { header: 'HOW', value: ({ how }) => how },
      { header: 'USES', align: 'right', value: ({ uses }) => String(uses) },
      {
        header: 'ROUNDS',
        value: ({ firstRound, lastRound }) =>
          firstRound === lastRound ? String(lastRound) : `${firstRound}-${lastRound}`,
      },
      {
        header: 'WHAT IT IS',
        value: ({ description }) => oneLine(description ?? '', DESCRIPTION_CHARACTERS),
      },
    ],
    style,
  );
}
