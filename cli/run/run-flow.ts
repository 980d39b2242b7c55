import type { Config } from '../../config.js';
import type { Threadline } from '../../client/connect.js';
import { createTurnPrinter } from '../chat/turn-printer.js';
import type { StartExecution } from '../../client/executions/executions.js';
import type { Budget } from '../../protocol/budget.js';
import { CommandError, usageError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { answerCommand } from '../executions/format-waiting.js';
import { printable } from '../format/printable.js';
import { withClient } from '../system/open-client.js';
import type { Output } from '../format/output.js';
import { readText, textSource } from '../input/read-text.js';
import { requireWorker } from '../system/require-worker.js';

export interface RunFlowOptions {
  input: string;
  id?: string;
  /** Empty: nobody. */
  user?: string;
  /** JSON, or `@file`. */
  data?: string;
  trigger?: string;
  follow?: boolean;
  budgetTokens?: number;
  budgetCost?: number;
}

export interface RunFlowInput {
  config: Config;
  flow: string;
  options: RunFlowOptions;
  output: Output;
}

/** Runs a flow outside a conversation and prints its answer; returns the exit code. Throws why it failed. */
export async function runFlow({ config, flow, options, output }: RunFlowInput): Promise<number> {
  const text = await readText(textSource(options.input, { allowFile: true }));
  const start = { flow, text, ...(await startOptions(config, options)) };
  return withClient(config, async (client, system) => {
    await requireWorker(config, system);
    const { executionId, result } = await client.executions.start(start);
    if (options.follow) await follow(client, executionId, output);
    try {
      const answer = await result();
      const view = await client.executions.get(executionId);
      output.result(view, () => printable(answer).replace(/\n$/, ''));
      return EXIT_CODES.ok;
    } catch (error) {
      const view = await client.executions.get(executionId).catch(() => undefined);
      if (view === undefined || view.errorMessage === null) throw error;
      if (output.isJson) output.result(view, () => '');
      throw new CommandError(
        `Execution '${executionId}' is ${view.status}: ${view.errorMessage} (${view.errorType ?? 'unknown'})`,
        { cause: error },
      );
    }
  });
}

/** What an execution is started with besides its flow and its text. */
async function startOptions(config: Config, options: RunFlowOptions): Promise<Partial<StartExecution>> {
  const { id, trigger, data, user = config.user, budgetTokens: tokens, budgetCost: cost } = options;
  const budget: Budget = { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) };
  return {
    ...(id !== undefined && { id }),
    ...(user !== '' && { user }),
    ...(trigger !== undefined && { trigger }),
    ...(data !== undefined && { data: await readData(data) }),
    ...(Object.keys(budget).length > 0 && { budget }),
  };
}

async function readData(argument: string): Promise<unknown> {
  const text = await readText(textSource(argument, { allowFile: true }));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`The value of --data is not JSON (${describeError(error)}): give JSON, or '@file'`);
  }
}

async function follow({ executions }: Threadline, executionId: string, output: Output): Promise<void> {
  output.note(output.noteStyle.dim(executionId));
  const write = (words: string): boolean => process.stderr.write(words);
  const show = createTurnPrinter({
    ...{ write, style: output.noteStyle },
    howToAnswer: (question) => `answer with: ${answerCommand({ ...question, executionId })}`,
  });
  for await (const event of executions.stream(executionId, { hasNodes: true })) {
    // The answer itself is the command's result, and its failure the command's.
    if (event.type === 'done' || event.type === 'failed') write('\n');
    else show(event);
  }
}
