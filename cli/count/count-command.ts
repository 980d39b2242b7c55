import { Option, type Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';
import { formatOption, listFormats } from '../input/format-option.js';

const MORE = `
Each line is { "text": string }, of which the bare text is counted, or a message { "role", "content" } of the AI SDK, of
OpenAI's chat completions or of Anthropic, counted with its constant overhead; pictures count by their size. Writes
{ "tokens": number } for each, in order, with the "id" of the line if it has one, and "warnings" where a part is of no
known type; a line that cannot be counted gives { "error": string } in its place, and the exit code 1.

Transcripts of other programs are counted as a whole, as { "id"?, "format", "messages", "tokens", "warnings" }. Their format
is detected by the first record:
${listFormats()}
Needs no server and no database.`;

export function createCountCommand(): Command {
  return newCommand(
    'count',
    'count the tokens of texts and messages: one JSON object per line of standard input',
  )
    .addOption(
      new Option('--encoding <name>', 'tokenizer to count with')
        .choices(['cl100k_base'])
        .default('cl100k_base'),
    )
    .addOption(formatOption())
    .addHelpText('after', MORE)
    .action(async (options: { json?: boolean; format?: string }) => {
      const { count } = await import('./count.js');
      if (process.stdin.isTTY)
        createOutput(options).note('Waiting for JSON lines on standard input; Ctrl-D ends them');
      process.exitCode = await count({
        input: process.stdin,
        output: process.stdout,
        format: options.format,
      });
    });
}
