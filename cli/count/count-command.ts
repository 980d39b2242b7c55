import { Option, type Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';
import { formatOption, listFormats } from '../input/format-option.js';

const MORE = `
Each line is { "text": string }, of which only the text is counted, or a message { "role", "content" } of the AI SDK,
OpenAI's chat completions or Anthropic, counted with its constant overhead. Images count by size. Writes
{ "tokens": number } for each line, in order, with its "id" if it has one, and "warnings" for parts of unknown type.
A line that cannot be counted produces { "error": string } and exit code 1.

Transcripts of other programs are counted as a whole, as { "id"?, "format", "messages", "tokens", "warnings" }. Their format
is detected from the first record:
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
