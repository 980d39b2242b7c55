import type { ConversationHandle } from '../../client/conversation/handle.js';
import { readAskedObject } from '../../client/conversation/asked-object.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import { followTurn, sendMessage, type SendMessageInput, type TurnEnd } from '../chat/follow-turn.js';
import { printTurnEnd } from '../chat/print-turn-end.js';
import { QuestionNotes } from '../chat/question-notes.js';
import { TurnCancel } from '../chat/turn-cancel.js';
import { TurnPrinter } from '../chat/turn-printer.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { withConversation } from '../system/open-conversation.js';
import type { ConversationOptions } from '../program/options.js';
import type { AskOptions } from './ask-options.js';
import type { Output } from '../format/output.js';
import { readAttachments } from '../input/read-attachment.js';
import { readData, readOutputSchema } from '../input/read-json-option.js';
import { readText, textSource } from '../input/read-text.js';
import { Shutdown } from '../program/shutdown.js';

interface AnswerInput {
  options: ConversationOptions;
  output: Output;
}

interface AskInput extends AnswerInput {
  text: string;
  options: AskOptions;
}

type Watch = Omit<SendMessageInput, 'text' | 'files' | 'data' | 'output' | 'whileRunning'>;

export async function ask({ text, ...input }: AskInput): Promise<number> {
  const message = await readText(textSource(text));
  const { whileRunning, attach, data: given, output: path } = input.options;
  const data = given === undefined ? undefined : ((await readData(given)) as MessageData);
  const files = await readAttachments(attach);
  const output = path === undefined ? undefined : await readOutputSchema(path);
  return printAnswer({ ...input, schema: output }, (watch) =>
    sendMessage({ ...watch, text: message, files, data, output, whileRunning }),
  );
}

export async function askAgain({
  again,
  ...input
}: AnswerInput & { again: (conversation: ConversationHandle) => Promise<TurnReceipt> }): Promise<number> {
  return printAnswer(input, async ({ onSubmitted, ...watch }) => {
    const turn = await again(watch.conversation);
    onSubmitted?.(turn.turnId);
    return followTurn({ ...watch, ...turn });
  });
}

async function printAnswer(
  { options, output, schema }: AnswerInput & { schema?: JsonSchema | undefined },
  send: (watch: Watch) => Promise<TurnEnd | undefined>,
): Promise<number> {
  const isLive = process.stdout.isTTY === true && !output.isJson && !schema;
  const shutdown = new Shutdown();
  return withConversation({ options, needsWorker: true }, async ({ conversation }) => {
    const turn = new TurnCancel(conversation, (error) => output.note(describeError(error)));
    shutdown.onInterrupt(turn.cancel);
    const notes = new QuestionNotes(output);
    const printer = new TurnPrinter({
      write: (words) => process.stdout.write(words),
      complain: (words) => output.note(words),
      complaintStyle: output.noteStyle,
      style: output.style,
    });
    const end = await send({
      conversation,
      onEvent: (event) => (isLive ? printer.print(event) : notes.hear(event)),
      onSubmitted: turn.submitted,
      onSlow: () => output.note('Still waiting: is a worker running?'),
      signal: shutdown.signal,
    });
    if (!end) return shutdown.exitCode() ?? EXIT_CODES.failed;
    if (!isLive) printTurnEnd(await withObject(end, schema), output);
    return end.status === 'completed' ? EXIT_CODES.ok : EXIT_CODES.failed;
  });
}

async function withObject(end: TurnEnd, schema: JsonSchema | undefined): Promise<TurnEnd> {
  if (!schema || end.status !== 'completed') return end;
  return { ...end, object: await readAskedObject(end.text, schema) };
}
