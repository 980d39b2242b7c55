import type { LeftRule } from '../../context/message/left.js';
import { formatFacts, formatTable } from '../format/format-table.js';
import { formatTotalCost } from '../format/format-values.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';
import type { PlanSettings } from '../../flow/plan-settings.js';
import type { BacktestSums, PlanSums } from './sum-plans.js';

export interface Backtest extends BacktestSums {
  since: Date;
  until: Date;
  settings: PlanSettings;
  calls: number;
}

const number = (value: number): string => value.toLocaleString('en-US');

export function formatBacktest(result: Backtest, style: Style): string {
  const { since, until, calls, planned, changed, was, would, failures } = result;
  const facts: [string, string][] = [
    ['Span', `${since.toISOString().slice(0, 16)}Z to ${until.toISOString().slice(0, 16)}Z`],
    ['Calls', `${number(calls)}: ${number(planned)} planned, ${number(changed)} would change`],
    ['Would be compacted', number(would.compacted)],
    ['Would not fit', number(would.cannotFit)],
  ];
  const rules = new Map([...was.left, ...would.left].map(({ rule, words }) => [rule, words]));
  const tokens = ({ left }: PlanSums, rule: LeftRule): string => {
    const found = left.find((one) => one.rule === rule);
    return found ? `${number(found.tokens)} (${number(found.messages)})` : '-';
  };
  const sides: readonly (readonly [string, (sums: PlanSums) => string])[] = [
    ['sent tokens', (sums) => number(sums.tokens)],
    ['cost', (sums) => formatTotalCost({ cost: sums.cost, unpricedCalls: sums.unpriced })],
    ...[...rules.keys()].map((rule) => [`omitted: ${rule}`, (sums: PlanSums) => tokens(sums, rule)] as const),
  ];
  const table = formatTable({ rows: sides, style }, [
    { header: '', value: ([name]) => name },
    { header: 'WAS', value: ([, value]) => value(was) },
    { header: 'WOULD BE', value: ([, value]) => value(would) },
  ]);
  const reasons = failures.map(
    ({ reason, calls: count }) => `${number(count)} not planned: ${printable(reason)}`,
  );
  return [formatFacts(facts, style), table, ...(reasons.length > 0 ? [reasons.join('\n')] : [])].join('\n\n');
}
