import type { ListedBranch } from '../../views/conversation.js';
import { formatTable } from '../format/format-table.js';
import type { Style } from '../format/style.js';
import { toMinute } from '../format/to-minute.js';

export function formatBranches(branches: readonly ListedBranch[], style: Style): string {
  if (branches.length === 0) return 'No messages yet';
  return formatTable({ rows: branches, style }, [
    {
      header: 'BRANCH',
      align: 'right',
      value: ({ number, isCurrent }) => `${isCurrent ? '* ' : ''}${number}`,
    },
    {
      header: 'BEGINS',
      value: ({ parent, beginsAfter }) => formatBeginning(parent, beginsAfter),
    },
    { header: 'MESSAGES', align: 'right', value: ({ messages }) => String(messages) },
    { header: 'UPDATED', value: ({ updatedAt }) => toMinute(updatedAt) },
    { header: 'FIRST WORDS', value: ({ firstWords }) => firstWords ?? '(no messages yet)' },
  ]);
}

function formatBeginning(parent: number | null, beginsAfter: number): string {
  if (parent === null) return '-';
  return beginsAfter === 0
    ? `at the start of branch ${parent}`
    : `after message ${beginsAfter} of branch ${parent}`;
}
