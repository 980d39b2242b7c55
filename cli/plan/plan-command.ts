import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';
import { readJsonOption } from '../input/read-json-option.js';
import { formatOption, listFormats } from '../input/format-option.js';

const MORE = `
Reads transcripts from standard input, and detects their format by the first record:
  lines        one JSON object a line, as described below
${listFormats()}
A session file is one transcript, planned as if its next call were due: the current branch from its last compaction on.
Omitted parts are counted in "warnings".

Each line in our format is { "id"?, "model": string, "messages": [...], "system"?, "above"?, "settings"? }: messages oldest
first, the system's among them, in the shape of the AI SDK, of OpenAI's chat completions ("tool_calls", "role": "tool",
"image_url") or Responses API ("function_call", "reasoning"), or of Anthropic ("tool_use", "tool_result", "image" with a
"source"). Each message may have its own shape. Adjacent assistant messages with tool calls are one step. "above" lists the
ancestors of a thread, root first, each
{ "messages": [{ "role", "content": string }], "summary"?: { "text", "coversThrough" }, "anchor": { "message", "start"?, "end"? } };
messages are counted from 1, and "leftAbove" lists which of them, up to the anchor, are not sent. Settings, each of them optional:
  "contextWindow", "maxOutputTokens"  tokens; default: what is known of the model
  "tools"                             [{ "name", "description"?, "inputSchema" }]; [] is an agent without tools;
                                      with read_artifact, a result over 15 % of the window becomes a pointer that
                                      names it; without, results are cut only if the request does not fit
  "grammar"                           "openai-chat", "openai-responses", "anthropic" or "gemini"; default: by the model
  "oversize"                          "cut" or "refuse", for a last user message that does not fit; default "cut"
  "compaction"                        whether a long history may be summarized; default true
  "history"                           limits of the messages before the last user message: "messages", "tokens", "characters",
                                      "messageCharacters"; default: all that fit

Writes for each, in order, { "id"?, "verdict", "window", "reserve", "reserveFrom", "systemTokens", "toolTokens", "budget",
"tokens", "messages", "left", "warnings" }: "reserveFrom" is "maxOutputTokens" (the setting), "outputLimit" (the model's) or "default"
(a quarter of the window, at most 16,384 tokens); "verdict" is "ready", "compact" (a summary is due; "messages" is what is sent if it
fails) or "cannot-fit"; "messages" is what would be sent, in the AI SDK's shape, and "left" shows for each message that is not sent whole its
"index" in the input, the "rule", and its "tokens" that are not sent. A model that counts more than we do adds "tokenFactor",
"factorSource" and "textWeights". A transcript of another program adds its "format" and
"model", and to each of "left" the "line" of its record. A transcript that cannot be planned gives { "error": string } in its
place, and the exit code 1. Needs no server, no database and no model.

Examples:
  echo '{"model":"gpt-4o","messages":[{"role":"user","content":"Hello"}]}' | threadline plan
  threadline plan < ~/.claude/projects/-work/3f1c.jsonl
  threadline plan --model claude-sonnet-4-5 < conversations.json`;

interface PlanOptions {
  json?: boolean;
  format?: string;
  model?: string;
  settings?: string;
}

export function createPlanCommand(): Command {
  return newCommand(
    'plan',
    'plan what a model would be sent: one transcript, as JSON, per line of standard input',
  )
    .addOption(formatOption())
    .option('--model <id>', 'model to plan for (default: the one in the transcript)')
    .option('--settings <json>', "settings for transcripts without any: JSON, or '@file'")
    .addHelpText('after', MORE)
    .action(async (options: PlanOptions) => {
      const { readConfig } = await import('../../config.js');
      const { plan } = await import('./plan.js');
      const { context, warnings } = readConfig();
      const output = createOutput(options);
      for (const warning of warnings) output.note(warning);
      if (process.stdin.isTTY) output.note('Waiting for JSON lines on standard input; Ctrl-D ends them');
      const { format, model, settings } = options;
      const defaults = settings === undefined ? undefined : await readJsonOption('--settings', settings);
      const streams = { input: process.stdin, output: process.stdout };
      process.exitCode = await plan({ ...streams, settings: context, format, model, defaults });
    });
}
