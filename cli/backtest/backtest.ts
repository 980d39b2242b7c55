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
import { formatBacktest, type Backtest } from './format-backtest.js';
import { PlanSummer } from './sum-plans.js';

const PAGE = 200;
/** Planning waits for Postgres half of the time; running turns need connections, too. */
const AT_ONCE = 2;

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
