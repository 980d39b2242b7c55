import type { Executions } from '../../client/executions/executions.js';
import { TurnPrinter } from '../chat/turn-printer.js';
import { formatAnswerCommand } from '../approvals/format-waiting.js';
import type { Output } from '../format/output.js';

/** Shows an execution's events on standard error. The command's result shows the end. */
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
