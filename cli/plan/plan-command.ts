import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';

const MORE = `
Each line is { "id"?, "model": string, "messages": [...], "system"?, "above"?, "settings"? }: messages oldest first, those of the
system among them, in the shape of the AI SDK, of OpenAI's chat completions ("tool_calls", "role": "tool", "image_url") or of
Anthropic ("tool_use", "tool_result", "image" with a "source"); each message is told by itself. "above" is what a thread hangs below, root first, each
{ "messages": [{ "role", "content": string }], "summary"?: { "text", "coversThrough" }, "anchor": { "message", "start"?, "end"? } };
messages are counted from 1, and "leftAbove" tells which of them, up to the anchor, are not sent. Settings, each of them optional:
  "contextWindow", "maxOutputTokens"  tokens; default: what is known of the model
  "tools"                             [{ "name", "description"?, "inputSchema" }]; [] is an agent without tools;
                                      pointers to results name read_artifact only if it is listed
  "grammar"                           "openai-chat", "openai-responses", "anthropic" or "gemini"; default: by the model
  "oversize"                          "cut" or "refuse", for a last user message that does not fit; default "cut"
  "compaction"                        whether a long history may be summarized; default true

Writes for each, in order, { "id"?, "verdict", "window", "reserve", "reserveFrom", "systemTokens", "toolTokens", "budget",
"tokens", "messages", "left", "warnings" }: "reserveFrom" is "maxOutputTokens" (the setting), "outputLimit" (the model's) or "default"
(a quarter of the window, at most 16,384 tokens); "verdict" is "ready", "compact" (a summary is due; "messages" is what is sent if it
fails) or "cannot-fit"; "messages" is what would be sent, in the AI SDK's shape, and "left" tells for each message that is not sent whole its
"index" in the input, the "rule", and its "tokens" that are not sent. A line that cannot be planned gives
{ "error": string } in its place. Needs no server, no database and no model.

Example:
  echo '{"model":"gpt-4o","messages":[{"role":"user","content":"Hello"}]}' | threadline plan`;

/** `threadline plan`: what a model would be sent of a transcript. */
export function createPlanCommand(): Command {
  return newCommand(
    'plan',
    'plan what a model would be sent of a transcript, one JSON object a line of standard input',
  )
    .addHelpText('after', MORE)
    .action(async (options: { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { plan } = await import('./plan.js');
      const { context, warnings } = readConfig();
      const output = createOutput(options);
      for (const warning of warnings) output.note(warning);
      if (process.stdin.isTTY) output.note('Waiting for JSON lines on standard input; Ctrl-D ends them');
      process.exitCode = await plan({ input: process.stdin, output: process.stdout, settings: context });
    });
}
