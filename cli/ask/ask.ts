import type { Config } from '../../config.js';
import { createQuestionNotes } from '../chat/note-questions.js';
import { printOutcome } from '../chat/piped-chat.js';
import { runTurn } from '../chat/run-turn.js';
import { createTurnCancel } from '../chat/turn-cancel.js';
import { createTurnPrinter } from '../chat/turn-printer.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { withClient } from '../system/open-client.js';
import { conversationKey, type ConversationOptions } from '../program/options.js';
import type { Output } from '../format/output.js';
import { readText, textSource } from '../input/read-text.js';
import { requireWorker } from '../system/require-worker.js';
import { createShutdown } from '../program/shutdown.js';

export interface AskInput {
  config: Config;
  text: string;
  options: ConversationOptions;
  output: Output;
}

/** Sends one message and prints its answer; returns the exit code. Throws when the message is refused. */
export async function ask({ config, text, options, output }: AskInput): Promise<number> {
  const message = await readText(textSource(text));
  const isLive = process.stdout.isTTY === true && !output.isJson;
  const shutdown = createShutdown();
  return withClient(config, async (client, system) => {
    await requireWorker(config, system);
    const conversation = client.conversation(conversationKey(config, options));
    const { cancel, submitted } = createTurnCancel(conversation, (error) =>
      output.note(describeError(error)),
    );
    shutdown.onInterrupt(cancel);
    const print = createTurnPrinter({
      write: (words) => process.stdout.write(words),
      complain: (words) => output.note(words),
      style: output.style,
    });
    const outcome = await runTurn({
      conversation,
      text: message,
      onEvent: isLive ? print : createQuestionNotes(output),
      onSubmitted: submitted,
      onSlow: () => output.note('Still waiting for the message to be taken: does a worker run?'),
      signal: shutdown.signal,
    });
    if (outcome === undefined) return shutdown.exitCode() ?? EXIT_CODES.failed;
    if (!isLive) printOutcome(outcome, output);
    return outcome.status === 'completed' ? EXIT_CODES.ok : EXIT_CODES.failed;
  });
}
