import type { SummaryPage, SummaryView } from '../../views/summary.js';
import { formatTable } from '../format/format-table.js';
import { formatCost, formatTotalCost } from '../format/format-values.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

export function formatSummaries({ summaries, usage }: SummaryPage, style: Style): string {
  if (usage.length === 0) return 'No summaries yet';
  const costs = formatTable({ rows: usage, style }, [
    { header: 'WAY', value: ({ way }) => way },
    { header: 'ATTEMPTS', align: 'right', value: ({ attempts }) => String(attempts) },
    { header: 'ADOPTED', align: 'right', value: ({ adopted }) => String(adopted) },
    { header: 'TOKENS IN', align: 'right', value: ({ inputTokens }) => String(inputTokens) },
    { header: 'OUT', align: 'right', value: ({ outputTokens }) => String(outputTokens) },
    { header: 'COST', align: 'right', value: formatTotalCost },
  ]);
  const described = usage.flatMap((ways) =>
    ways.way === 'descriptions' ? [style.dim(`${ways.described} things described`)] : [],
  );
  return [
    ...summaries.map((summary) => formatSummary(summary, style)),
    [costs, ...described].join('\n'),
  ].join('\n\n');
}

function formatSummary(summary: SummaryView, style: Style): string {
  const { ordinal, way, status, isCurrent, turnId, createdAt, text, reason } = summary;
  const state = status === 'adopted' ? style.green(status) : style.yellow(status);
  const head = [
    `${style.cyan(`Summary ${ordinal}`)} ${way}, ${state}${isCurrent ? ', current' : ''}`,
    style.dim(`turn ${oneLine(turnId)} ${createdAt.toISOString()}`),
  ].join(' ');
  return [
    head,
    ...messageLines(summary, style),
    ...factLines(summary),
    ...(reason === null ? [] : [oneLine(reason)]),
    ...(text === null ? [] : [printable(text).replace(/\n+$/, '')]),
  ].join('\n');
}

function messageLines(
  { coversFrom, coversThrough, firstWords, lastWords }: SummaryView,
  style: Style,
): string[] {
  if (coversFrom === null || coversThrough === null) return [];
  const count = coversThrough - coversFrom + 1;
  return [
    `${count} ${count === 1 ? 'message' : 'messages'}, #${coversFrom} to #${coversThrough}`,
    ...(firstWords === null ? [] : [style.dim(`  from: ${oneLine(firstWords)}`)]),
    ...(lastWords === null ? [] : [style.dim(`  to: ${oneLine(lastWords)}`)]),
  ];
}

function factLines({ tokens, budget, facts, usage, model }: SummaryView): string[] {
  const size = tokens === null ? [] : [`${tokens} of ${budget ?? 0} tokens`];
  const kept =
    facts === null
      ? []
      : [`${facts.checked} facts checked, ${facts.missing} were missing, ${facts.attached} put back`];
  const cost = `${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${usage.cost === null ? 'cost unknown' : formatCost(usage.cost)}, ${oneLine(model)}`;
  return [[...size, ...kept, cost].join('; ')];
}
