import { InvalidArgumentError, type Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';
import { parseWholeNumber } from '../program/options.js';

const MORE = `
Each line is one conversation, messages oldest first:
  { "messages": [{ "id", "role": "user" or "assistant", "name"?, "text", "time"? }],
    "questions": [{ "question", "evidence": [ids] }] }
Without a file, and with nothing on standard input, it is the set that comes with Threadline; '-' is standard input.

Stores and indexes each conversation as any other, in a database of its own that is dropped in the end, and asks for
each question and budget what would be put before a model: the newest messages and passages found in the older ones,
dates and names counted, the question itself not. No model is called. Prints for each budget
{ "tokens", "questions", "share", "medianMs" }: the share of questions whose evidence was all there and whole, 0 to 1.
Uses DATABASE_URL, whose user must be allowed to create a database, else the Postgres of 'threadline dev'.

Example:
  threadline recall chats.jsonl --tokens 2000,4000`;

const MAX_TOKENS = 10_000_000;
const MAX_BUDGETS = 20;

/** `threadline recall`: measures how often old messages that are needed are found. */
export function createRecallCommand(): Command {
  return newCommand('recall', 'measure how often the context holds all that answers a question')
    .argument('[file]', "JSON lines; '-' for standard input")
    .option('--tokens <list>', 'sizes of the context in tokens', budgets, [1_000, 2_000, 4_000, 8_000])
    .addHelpText('after', MORE)
    .action(async (file: string | undefined, options: { tokens: number[]; json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { runRecall } = await import('./run-recall.js');
      const { hasInput } = await import('./has-input.js');
      const path = file ?? ((await hasInput(process.stdin)) ? '-' : undefined);
      process.exitCode = await runRecall({
        config: readConfig(),
        path,
        standardInput: process.stdin,
        budgets: options.tokens,
        output: createOutput(options),
      });
    });
}

function budgets(value: string): number[] {
  const read = parseWholeNumber(MAX_TOKENS);
  const all = [...new Set(value.split(',').map((part) => read(part.trim())))];
  if (all.length > MAX_BUDGETS) throw new InvalidArgumentError(`It must be at most ${MAX_BUDGETS} numbers`);
  return all.sort((one, other) => one - other);
}
