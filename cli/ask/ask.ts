import type { Config } from '../../config.js';
import { sendMessage } from '../chat/follow-turn.js';
import { printTurnEnd } from '../chat/print-turn-end.js';
import { QuestionNotes } from '../chat/question-notes.js';
import { TurnCancel } from '../chat/turn-cancel.js';
import { TurnPrinter } from '../chat/turn-printer.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { withClient } from '../system/open-client.js';
import { readConversationKey } from '../program/options.js';
import type { AskOptions } from './ask-options.js';
import type { Output } from '../format/output.js';
import { readText, textSource } from '../input/read-text.js';
import { requireWorker } from '../system/require-worker.js';
import { Shutdown } from '../program/shutdown.js';

interface AskInput {
  config: Config;
  text: string;
  options: AskOptions;
  output: Output;
}

/** Sends one message and prints its answer; returns the exit code. Throws when the message is refused. */
export async function ask({ config, text, options, output }: AskInput): Promise<number> {
  const message = await readText(textSource(text));
  const isLive = process.stdout.isTTY === true && !output.isJson;
  const shutdown = new Shutdown();
  return withClient(config, async (client, system) => {
    await requireWorker(config, system);
    const conversation = client.conversation(readConversationKey(config, options));
    const turn = new TurnCancel(conversation, (error) => output.note(describeError(error)));
    shutdown.onInterrupt(turn.cancel);
    const notes = new QuestionNotes(output);
    const printer = new TurnPrinter({
      write: (words) => process.stdout.write(words),
      complain: (words) => output.note(words),
      style: output.style,
    });
    const end = await sendMessage({
      conversation,
      text: message,
      whileRunning: options.whileRunning,
      onEvent: (event) => (isLive ? printer.print(event) : notes.hear(event)),
      onSubmitted: turn.submitted,
      onSlow: () => output.note('Still waiting for the message to be taken: does a worker run?'),
      signal: shutdown.signal,
    });
    if (end === undefined) return shutdown.exitCode() ?? EXIT_CODES.failed;
    if (!isLive) printTurnEnd(end, output);
    return end.status === 'completed' ? EXIT_CODES.ok : EXIT_CODES.failed;
  });
}
