import type { RetentionCounts, RetentionRule } from '../../protocol/retention.js';
import type { RetentionStatus } from '../../store/retention/retention-status.js';
import { toMinute } from '../format/to-minute.js';

export function describeRetention(status: RetentionStatus): string[] {
  return [
    ...Object.entries(status.rules).map(
      ([flow, rule]) => `${flow === '*' ? 'all flows' : flow}: ${ruleInWords(rule)}`,
    ),
    `due: ${countsInWords(status.due)}`,
    lastRun(status),
  ];
}

function ruleInWords({ chatDays, artifactDays, traceDays }: RetentionRule): string {
  const parts = [
    ['chats', chatDays],
    ['artifacts', artifactDays],
    ['traces', traceDays],
  ] as const;
  const words = parts.flatMap(([name, days]) => {
    if (days === undefined) return [];
    return [days === null ? `${name} forever` : `${name} for ${days} ${days === 1 ? 'day' : 'days'}`];
  });
  return words.join(', ') || 'everything forever';
}

function lastRun({ last }: RetentionStatus): string {
  if (last === null) return 'last run: none yet; a worker starts one every hour';
  return `last run: ${toMinute(last.startedAt)}${last.finishedAt === null ? ', not finished' : ''}, removed ${countsInWords(last)}`;
}

function countsInWords({ conversations, executions, artifacts, traces }: RetentionCounts): string {
  const parts = [
    [conversations, 'conversations'],
    [executions, 'executions'],
    [artifacts, 'artifacts'],
    [traces, 'traces'],
  ] as const;
  const words = parts.flatMap(([count, name]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? name.slice(0, -1) : name}`],
  );
  return words.join(', ') || 'nothing';
}
