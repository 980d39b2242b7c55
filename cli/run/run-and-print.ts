import type { Config } from '../../config.js';
import type { StartExecution, Executions } from '../../client/executions/executions.js';
import type { Budget } from '../../protocol/budget.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import { QuestionNotes } from '../chat/question-notes.js';
import { CommandError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { describeCutOff } from '../format/describe-cut-off.js';
import { toSeenJson } from '../../protocol/unseen-characters.js';
import { printable } from '../format/printable.js';
import { withClient } from '../system/open-client.js';
import type { Output } from '../format/output.js';
import { readAttachments } from '../input/read-attachment.js';
import { readData, readOutputSchema } from '../input/read-json-option.js';
import { readText, textSource } from '../input/read-text.js';
import { requireFlow } from '../system/require-flow.js';
import { requireWorker } from '../system/require-worker.js';
import { TurnPrinter } from '../chat/turn-printer.js';
import { formatAnswerCommand } from '../approvals/format-waiting.js';

export interface RunFlowOptions {
  input: string;
  attach?: readonly string[];
  id?: string;
  user?: string;
  data?: string;
  output?: string;
  trigger?: string;
  follow?: boolean;
  budgetTokens?: number;
  budgetCost?: number;
  priority?: number;
}

interface RunFlowInput {
  config: Config;
  flow: string;
  options: RunFlowOptions;
  output: Output;
}

export async function runAndPrint({ config, flow, options, output }: RunFlowInput): Promise<number> {
  const text = await readText(textSource(options.input, { allowFile: true }));
  const files = await readAttachments(options.attach);
  const content = files.length === 0 ? { text } : { parts: [{ type: 'text' as const, text }, ...files] };
  const start = { flow, ...content, ...(await readStartOptions(config, options)) };
  return withClient(config, async (client, system) => {
    await requireWorker(config, system);
    await requireFlow(flow, system);
    const run = await client.executions.start(start);
    const { executionId } = run;
    const cancel = (): void => {
      output.note(`Canceling execution '${executionId}'`);
      client.executions.cancel(executionId).catch((error: unknown) => output.note(describeError(error)));
    };
    process.once('SIGINT', cancel);
    const ended = new AbortController();
    const { signal } = ended;
    const noting = options.follow
      ? followRun(client.executions, executionId, output)
      : noteQuestions(client.executions, { executionId, signal, output });
    if (options.follow) await noting;
    try {
      const answer = await run.result();
      const object = await run.object();
      const view = await client.executions.get(executionId);
      output.result({ ...view, object }, () =>
        object === undefined ? printable(answer).replace(/\n$/, '') : toSeenJson(object, 2),
      );
      if (view.finishReason) output.note(output.noteStyle.yellow(describeCutOff(view.finishReason)));
      return EXIT_CODES.ok;
    } catch (error) {
      const view = await client.executions.get(executionId).catch(() => undefined);
      if (view && isFinal(view.status) && output.isJson) output.result(view, () => '');
      if (!view || view.errorMessage === null) throw error;
      throw new CommandError(
        `Execution '${executionId}' is ${view.status}: ${view.errorMessage} (${view.errorType ?? 'unknown'})`,
        { cause: error },
      );
    } finally {
      process.off('SIGINT', cancel);
      ended.abort();
      await noting;
    }
  });
}

/** Without them, the result still arrives. */
async function noteQuestions(
  executions: Pick<Executions, 'stream'>,
  { executionId, signal, output }: { executionId: string; signal: AbortSignal; output: Output },
): Promise<void> {
  const notes = new QuestionNotes(output);
  try {
    for await (const event of executions.stream(executionId, { signal })) notes.hear(event);
  } catch {
    return;
  }
}

async function readStartOptions(config: Config, options: RunFlowOptions): Promise<Partial<StartExecution>> {
  const { id, trigger, data, output, user = config.user, priority } = options;
  const { budgetTokens: tokens, budgetCost: cost } = options;
  const budget: Budget | undefined =
    tokens === undefined && cost === undefined ? undefined : { tokens, cost };
  return {
    id,
    user: user === '' ? undefined : user,
    trigger,
    data: data === undefined ? undefined : await readData(data),
    output: output === undefined ? undefined : await readOutputSchema(output),
    budget,
    priority,
  };
}

export async function followRun(
  executions: Pick<Executions, 'stream'>,
  executionId: string,
  output: Pick<Output, 'note' | 'noteStyle'>,
  write: (words: string) => unknown = (words) => process.stderr.write(words),
): Promise<void> {
  output.note(output.noteStyle.dim(executionId));
  const printer = new TurnPrinter({
    write: (text) => void write(text),
    style: output.noteStyle,
    howToAnswer: (question) => `answer with: ${formatAnswerCommand({ ...question, executionId })}`,
  });
  for await (const event of executions.stream(executionId, { hasNodes: true })) {
    if (event.type === 'done' || event.type === 'failed' || event.type === 'cancelled') write('\n');
    else printer.print(event);
  }
}
