import { readConfig } from '../../config.js';
import type { Executions } from '../../client/executions/executions.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import { describeIssue, PLAN_SETTINGS_SCHEMA, type PlanSettings } from '../../flow/plan-settings.js';
import {
  countEndedCalls,
  listEndedCalls,
  type CallScope,
  type EndedCall,
} from '../../store/health/list-ended-calls.js';
import type { Output } from '../format/output.js';
import { createProgressBar } from '../format/progress-bar.js';
import { parseJson } from '../input/parse-json.js';
import { readText } from '../input/read-text.js';
import { usageError } from '../program/command-error.js';
import { withClient, withDatabase } from '../system/open-client.js';
import { PlanSummer, type BacktestSums, type PlanSums } from './sum-plans.js';
import type { LeftRule } from '../../context/message/left.js';
import { formatFacts, formatTable } from '../format/format-table.js';
import { formatTotalCost } from '../format/format-values.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';
import { toMinute } from '../format/to-minute.js';

const PAGE = 200;
/**
 * Half of planning is waiting for Postgres, so two at once keep a core busy. More would take connections from
 * running turns.
 */
const AT_ONCE = 2;

export interface Backtest extends BacktestSums {
  since: Date;
  until: Date;
  settings: PlanSettings;
  calls: number;
}

const number = (value: number): string => value.toLocaleString('en-US');

export async function backtest(
  { settingsFile, ...scope }: CallScope & { settingsFile: string },
  output: Output,
): Promise<void> {
  const source = `file '${settingsFile}'`;
  const settings = readSettings(await readText({ kind: 'file', path: settingsFile }), source);
  const bar = createProgressBar(process.stderr);
  await withClient(readConfig(), async ({ executions }, { databaseUrl }) => {
    await withDatabase(databaseUrl, async (db) => {
      const calls = await countEndedCalls(db, scope);
      const summer = new PlanSummer();
      let done = 0;
      let after: EndedCall | undefined;
      for (;;) {
        const page = await listEndedCalls(db, { ...scope, after, limit: PAGE });
        after = page.at(-1);
        if (!after) break;
        const left = [...page];
        const planSome = async (): Promise<void> => {
          for (let call = left.shift(); call; call = left.shift()) {
            await planOne(executions, { call, settings, summer });
            bar.show((done += 1), calls, `${done} of ${calls} calls`);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, planSome));
      }
      bar.clear();
      const { since, until } = scope;
      const result: Backtest = { since, until, settings, calls, ...summer.sums() };
      output.result(result, () => formatBacktest(result, output.style));
    });
  });
}

async function planOne(
  executions: Executions,
  { call, settings, summer }: { call: EndedCall; settings: PlanSettings; summer: PlanSummer },
): Promise<void> {
  const { executionId, nodeId, step } = call;
  try {
    summer.add(await executions.planCall(`${executionId}/${nodeId}/${step}`, settings));
  } catch (error) {
    const isOfCall =
      error instanceof ThreadlineError && ['Client.NotFound', 'Client.InvalidPlan'].includes(error.type);
    if (!isOfCall) throw error;
    summer.addFailure(error.type === 'Client.NotFound' ? 'The call no longer exists' : error.message);
  }
}

function readSettings(text: string, source: string): PlanSettings {
  const read = PLAN_SETTINGS_SCHEMA.safeParse(
    parseJson(text, { source, example: '{"history": {"messages": 20}}' }),
  );
  if (read.success) return read.data;
  throw usageError(`The settings in ${source} are invalid: ${describeIssue(read.error)}`);
}

function formatBacktest(result: Backtest, style: Style): string {
  const { since, until, calls, planned, changed, was, would, failures } = result;
  const facts: [string, string][] = [
    ['Span', `${toMinute(since)} to ${toMinute(until)}`],
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
