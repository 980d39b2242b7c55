import type { StandingPlace, StandingRequest } from '../../views/conversation.js';
import { formatTable } from '../format/format-table.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

export function formatStanding(requests: readonly StandingRequest[], style: Style): string {
  if (requests.length === 0) return 'No standing requests';
  return formatTable({ rows: requests, style }, [
    { header: 'MESSAGE', value: (request) => formatPlace(request) },
    { header: 'SAID', value: ({ at }) => at.toISOString().slice(0, 10) },
    { header: 'KIND', value: ({ kind }) => kind },
    { header: 'STATUS', value: formatStatus },
    { header: 'TEXT', value: ({ text }) => oneLine(text) },
  ]);
}

function formatStatus({ status, by }: StandingRequest): string {
  return by === null ? status : `${status === 'replaced' ? status : 'revoked'} by ${formatPlace(by)}`;
}

function formatPlace({ depth, seq }: StandingPlace): string {
  return depth === 0 ? `#${seq}` : `#${seq} at depth ${depth}`;
}
