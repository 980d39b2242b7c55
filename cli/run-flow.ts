import type { Config } from '../config.js';
import type { Threadline } from '../client/connect.js';
import { createTurnPrinter } from './chat/turn-printer.js';
import { CommandError } from './command-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { printable } from './format/printable.js';
import { withClient } from './open-client.js';
import type { Output } from './output.js';
import { readText, textSource } from './read-text.js';
import { requireWorker } from './require-worker.js';

export interface RunFlowOptions {
  input: string;
  id?: string;
  user?: string;
  follow?: boolean;
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
  return withClient(config, async (client, system) => {
    await requireWorker(config, system);
    const { id, user } = options;
    const { executionId, result } = await client.executions.start({
      flow,
      text,
      ...(id !== undefined && { id }),
      ...(user !== undefined && { user }),
    });
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

async function follow({ executions }: Threadline, executionId: string, output: Output): Promise<void> {
  output.note(output.noteStyle.dim(executionId));
  const write = (words: string): boolean => process.stderr.write(words);
  const show = createTurnPrinter({ write, style: output.noteStyle });
  for await (const event of executions.stream(executionId)) {
    // The answer itself is the command's result, and its failure the command's.
    if (event.type === 'done' || event.type === 'failed') write('\n');
    else show(event);
  }
}
