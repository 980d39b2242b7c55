import { nestingProblem } from '../../flow/values/nesting-problem.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { messageDataProblem, type MessageData } from '../../protocol/message-data.js';
import { conversationWorkflowId, utf8Length, type ConversationKey } from '../../protocol/ids.js';
import type { ConversationInput, TurnInput, TurnReceipt } from '../../protocol/messages.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import { isOneOff, pastProblem, type PastMessage } from '../../protocol/one-off.js';
import { priorityProblem } from '../../protocol/priority.js';
import { whileRunningProblem } from '../../protocol/while-running.js';
import type { Call } from '../call/call.js';
import { toAskedOutput } from './asked-object.js';
import { callConversation } from './call-conversation.js';
import type { ClientContext } from '../client-context.js';
import { checkFileReferences } from '../uploads/check-file-references.js';
import { sendParts } from '../uploads/send-parts.js';
import type { SentMessage } from './sent-message.js';
import { checkedTextInput, invalid, MAX_MESSAGE_BYTES } from './text-input.js';
import { findFlowVersion, findPinnedVersion } from '../../store/flows/flows.js';
import { storeText } from '../../store/conversation/stored-texts.js';

/** Long texts and files are sent by reference. */
export async function submitTurn(
  parts: { context: ClientContext; call: Call; key: ConversationKey },
  sent: SentMessage & { editOf?: string },
): Promise<TurnReceipt> {
  const {
    text,
    parts: given,
    data: givenData,
    output: schema,
    turnId,
    whileRunning,
    priority,
    editOf,
    past,
    callerTools,
  } = sent;
  const { context, call, key } = parts;
  const problem = whileRunningProblem(whileRunning) ?? priorityProblem(priority);
  if (problem) throw invalid(problem);
  const data = givenData && toData(givenData);
  const output = schema ? await toAskedOutput(schema) : undefined;
  if (callerTools) await checkCallerTools(parts, callerTools);
  // A text that no turn claims is deleted later.
  const workflowId = conversationWorkflowId(key);
  const input: TurnInput = given
    ? { parts: await sendParts({ context, call, user: key.user, workflowId }, given) }
    : await call.read(() => checkedTextInput(context, { workflowId, text }));
  if (input.parts) await checkFileReferences({ context, call, user: key.user }, input.parts);
  const receipt = await callConversation(
    parts,
    { name: 'submitTurn', args: [{ ...input, data, output, turnId, whileRunning, priority, editOf }] },
    {
      start: true,
      begin: await storePast({ context, call, workflowId }, { messages: past, callerTools }),
    },
  );
  if (!receipt) throw new Error('A conversation that is started always answers');
  return receipt;
}

function toData(given: unknown): MessageData {
  const tooDeep = nestingProblem(given);
  if (tooDeep) throw invalid(`The data of the message ${tooDeep}`);
  const data = toStorable(given);
  const problem = messageDataProblem(data);
  if (problem) throw invalid(problem);
  return data as MessageData;
}

/** Short, because a conversation with a given past serves a single turn. */
const IDLE_MS = 60_000;

/** Deleted later if no new conversation claims it. */
async function storePast(
  { context, call, workflowId }: { context: ClientContext; call: Call; workflowId: string },
  {
    messages: past,
    callerTools,
  }: { messages: readonly PastMessage[] | undefined; callerTools: CallerTools | undefined },
): Promise<Pick<ConversationInput, 'pastRef' | 'idleTimeoutMs'> | undefined> {
  if (!past && !callerTools) return undefined;
  const problem = past && pastProblem(past);
  if (problem) throw invalid(problem);
  if (past?.length === 0 && !callerTools) return { idleTimeoutMs: IDLE_MS };
  const messages = (past ?? []).map(({ role, text }) => ({
    role,
    text: text.replaceAll('\u0000', '').toWellFormed(),
  }));
  const content = JSON.stringify({
    messages,
    ...(callerTools && { callerTools: toStorable(callerTools) }),
  });
  const bytes = utf8Length(content);
  if (bytes > MAX_MESSAGE_BYTES)
    throw invalid(
      `The earlier messages have ${bytes} bytes as JSON; at most ${MAX_MESSAGE_BYTES} are accepted`,
    );
  return {
    idleTimeoutMs: IDLE_MS,
    pastRef: await call.read(() => storeText(context.db, { workflowId, content })),
  };
}

async function checkCallerTools(
  { context: { db }, call, key }: { context: ClientContext; call: Call; key: ConversationKey },
  given: CallerTools,
): Promise<void> {
  if (!isOneOff(key.channel ?? null))
    throw invalid('Only a conversation for a single answer accepts tools of a caller');
  const flow = await call.read(async () => {
    const current = await findPinnedVersion(db, key.flow);
    return current && findFlowVersion(db, key.flow, current.version);
  });
  if (!flow) return;
  // Imported here, because it is slow to load.
  const { callerToolsProblem } = await import('../../flow/graph/caller-tools-problem.js');
  const problem = callerToolsProblem(flow, given);
  if (problem) throw invalid(problem);
}
