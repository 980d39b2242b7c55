import { formatTable, type Column } from '../format/format-table.js';
import { OFFLINE_MODEL } from './offline-model-id.js';
import type { OwnShares, RecallResult, RecallShares } from './recall-tally.js';

interface Line extends OwnShares {
  tokens: string;
  type: string;
  questions: number;
  medianMs: string;
  bm25: RecallShares | undefined;
}

export function describeResults(results: readonly RecallResult[], summaryModel: string): string {
  return `${formatResults(results)}\n${describeSummaries(summaryModel)}`;
}

function describeSummaries(model: string): string {
  return model === OFFLINE_MODEL
    ? `Summaries of 800 tokens by ${model}, which picks sentences by rules: --summary-model names a model that writes them`
    : `Summaries of 800 tokens by ${model}`;
}

function formatResults(results: readonly RecallResult[]): string {
  const lines = results.flatMap(toLines);
  const isTyped = results.some(({ types }) => types !== undefined);
  const isCompared = lines.some(({ bm25 }) => bm25 !== undefined);
  const right = (header: string, value: (line: Line) => string): Column<Line> => ({
    header,
    align: 'right',
    value,
  });
  const compared = (columns: readonly Column<Line>[]): readonly Column<Line>[] => (isCompared ? columns : []);
  return formatTable({ rows: lines }, [
    right('Tokens', ({ tokens }) => tokens),
    ...(isTyped ? [{ header: 'Type', value: ({ type }: Line) => type }] : []),
    right('Questions', ({ questions }) => String(questions)),
    right('All evidence inside', ({ share }) => toPercent(share)),
    ...compared([right('By BM25', ({ bm25 }) => toPercent(bm25?.share))]),
    right('Key sentences', ({ sentenceShare }) => toPercent(sentenceShare)),
    ...compared([right('By BM25', ({ bm25 }) => toPercent(bm25?.sentenceShare))]),
    right('In the summary', ({ summaryShare }) => toPercent(summaryShare)),
    right('Median ms', ({ medianMs }) => medianMs),
  ]);
}

function toLines({ tokens, types = [], medianMs, ...all }: RecallResult): Line[] {
  return [
    { ...all, tokens: String(tokens), type: 'all', medianMs: medianMs?.toFixed(1) ?? '-', bm25: all.bm25 },
    ...types.map((one) => ({ ...one, tokens: '', medianMs: '', bm25: one.bm25 })),
  ];
}

function toPercent(share: number | null | undefined): string {
  return share == null ? '-' : `${(100 * share).toFixed(1)} %`;
}
