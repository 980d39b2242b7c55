import { contentHash } from '../../context/text/content-hash.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import { conversationWorkflowId, turnWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { AskResult } from '../../protocol/messages.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import type { Part } from '../uploads/send-parts.js';
import { findAskedObject, readAskedObject, unusableAnswer } from './asked-object.js';
import { awaitAnswer } from './await-answer.js';
import type { SentMessage } from './sent-message.js';
import { submitTurn } from './submit-turn.js';

type TextAnswer = Pick<AskResult, 'turnId' | 'executionId' | 'text' | 'finishReason'>;

interface AskedAnswer {
  sent: SentMessage;
  answer: TextAnswer;
  output: OutputSchema;
}

/** Only the client can run a zod schema's refinements. */
export async function addAskedObject(
  parts: { context: ClientContext; key: ConversationKey },
  asked: AskedAnswer,
): Promise<TextAnswer & { object: unknown }> {
  const { sent, answer, output } = asked;
  const read = await findAskedObject(answer.text, output);
  if ('object' in read) return { ...answer, object: read.object };
  // Only a message with its own turn can be regenerated.
  if (answer.finishReason)
    throw unusableAnswer(`the answer is incomplete ('${answer.finishReason}'), and ${read.problem}`);
  if (!read.isRefined || answer.turnId !== sent.turnId) throw unusableAnswer(read.problem);
  const repaired = await askAgain(parts, { ...asked, problem: read.problem });
  return { ...repaired, object: await readAskedObject(repaired.text, output) };
}

async function askAgain(
  { context, key }: { context: ClientContext; key: ConversationKey },
  { sent, answer, output, problem }: AskedAnswer & { problem: string },
): Promise<TextAnswer> {
  const turnId = contentHash(`repair of ${answer.turnId}`);
  const call = new Call(context, { retryId: turnId, timeoutMs: sent.timeoutMs });
  const instructions = `Your answer to this message was ${answer.text}\nIt cannot be used: ${problem}. Answer again with the whole object, and with nothing else.`;
  const sentParts: readonly Part[] = sent.parts ?? [{ type: 'text', text: sent.text ?? '' }];
  await submitTurn(
    { context, call, key },
    {
      parts: [{ type: 'instructions', text: instructions }, ...sentParts],
      data: sent.data,
      output,
      turnId,
      editOf: answer.turnId,
    },
  );
  const conversationId = conversationWorkflowId(key);
  const repaired = await awaitAnswer({ context, call, listening: undefined }, { conversationId, turnId });
  return { ...repaired, executionId: turnWorkflowId(conversationId, repaired.turnId) };
}
