import { z } from 'zod';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { Part } from '../../client/uploads/send-parts.js';
import { readToolAnswer } from '../../flow/approval/read-tool-answer.js';
import type { ToolCallOutput } from '../../protocol/messages.js';
import { WHILE_RUNNING, type WhileRunning } from '../../protocol/while-running.js';
import { readFileSource } from './file-address.js';
import { hash, toTurnId, turnOfMessage } from './message-id.js';
import type { ToldCalls } from './tell-chunks.js';
import { toldCalls } from './told-calls.js';

const uiPart = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
  mediaType: z.string().optional(),
  filename: z.string().optional(),
  toolCallId: z.string().optional(),
  state: z.string().optional(),
  output: z.unknown().optional(),
  errorText: z.string().optional(),
  callProviderMetadata: z
    .looseObject({ threadline: z.looseObject({ call: z.string() }).optional() })
    .optional(),
  approval: z
    .looseObject({ id: z.string(), approved: z.boolean().optional(), reason: z.string().optional() })
    .optional(),
});

const uiMessage = z.looseObject({
  id: z.string().min(1),
  role: z.enum(['user', 'assistant', 'system']),
  parts: z.array(uiPart),
});

type UIRequestMessage = z.infer<typeof uiMessage>;

/** The body that the AI SDK's chats send. Of `messages` only the newest counts: the past is what is stored. */
export const chatBody = z.looseObject({
  id: z.string().min(1).describe('The chat: a channel of the caller with the flow'),
  messages: z.array(uiMessage).min(1),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: z.string().nullish(),
  flow: z.string().optional(),
  whileRunning: z.enum(WHILE_RUNNING).optional(),
});

export const stopBody = z
  .looseObject({ turnId: z.string().optional(), messageId: z.string().optional() })
  .refine(
    ({ turnId, messageId }) => turnId !== undefined || messageId !== undefined,
    'it names the turn, by `turnId` or by the `messageId` of its question or answer',
  );

/** A message that a page sends. */
export interface SentMessage {
  turnId: string;
  parts: Part[];
}

/** A person's answer to whether a tool call may run. */
export interface ApprovalAnswer {
  approvalId: string;
  answer: string;
}

/** The request of a page. */
export type ChatIntent =
  | { kind: 'send'; message: SentMessage; whileRunning: WhileRunning | undefined }
  /** `message` takes the place of the question of a turn. */
  | { kind: 'edit'; of: string; message: SentMessage; whileRunning: WhileRunning }
  /** Another answer, or the first one where there is none; `message`: the question, where the page sent it. */
  | {
      kind: 'regenerate';
      turnId: string;
      message: SentMessage | undefined;
      whileRunning: 'queue' | 'interrupt' | undefined;
    }
  | {
      kind: 'approve';
      turnId: string;
      answers: ApprovalAnswer[];
      outputs: ToolCallOutput[];
      told: ToldCalls;
    };

/** Reads what a page asks for. Throws `Gateway.InvalidRequest`. */
export function readIntent({
  messages,
  trigger,
  messageId,
  whileRunning,
}: z.infer<typeof chatBody>): ChatIntent {
  const last = messages.at(-1);
  const named = messages.findLast(({ id }) => id === messageId);
  if (trigger === 'regenerate-message') {
    const question = last?.role === 'user' ? last : undefined;
    const id = named?.id ?? messageId ?? last?.id ?? '';
    if (whileRunning === 'steer')
      throw invalid(
        "An answer that is made again cannot join the turn that runs: 'whileRunning' is not 'steer'",
      );
    const isOwn = question !== undefined && (messageId == null || messageId === question.id);
    return {
      kind: 'regenerate',
      turnId: isOwn ? toTurnId(id) : turnOfMessage(id),
      message: question && { turnId: toTurnId(question.id), parts: toParts(question) },
      whileRunning,
    };
  }
  const responding = named?.role === 'assistant' ? named : last;
  if (responding?.role === 'assistant') return readAnswers(responding);
  if (last?.role !== 'user') throw invalid('The newest message is not one of the user');
  const message = { turnId: toTurnId(last.id), parts: toParts(last) };
  if (messageId == null) return { kind: 'send', message, whileRunning };
  // The page keeps the id of what it edits. The same edit, sent again, is the same turn.
  const turnId = editTurnId(message);
  // What is edited is not waited for.
  return {
    kind: 'edit',
    of: message.turnId,
    message: { ...message, turnId },
    whileRunning: whileRunning ?? 'interrupt',
  };
}

/** The turn that answers another one again, by how often that was done before. */
export function regenerateTurnId(turnId: string, times: number): string {
  return hash(JSON.stringify([turnId, times]));
}

/** The turn that an edit of a message makes: the same for the same text. */
export function editTurnId({ turnId, parts }: SentMessage): string {
  return hash(JSON.stringify([turnId, parts]));
}

function readAnswers({ id, parts }: UIRequestMessage): ChatIntent {
  const answers = parts.flatMap(({ state, approval }): ApprovalAnswer[] => {
    if (state !== 'approval-responded' || approval?.approved === undefined) return [];
    const { id: approvalId, approved, reason } = approval;
    return [{ approvalId, answer: approved ? 'yes' : refusal(reason) }];
  });
  const outputs = readOutputs(parts);
  if (answers.length === 0 && outputs.length === 0)
    throw invalid('The newest message is an answer in which no question was responded to');
  return { kind: 'approve', turnId: turnOfMessage(id), answers, outputs, told: toldCalls(parts) };
}

/** The outputs of the last step's tool calls, including those of tools that ran on a worker: the store knows which call waits for a page. */
function readOutputs(parts: UIRequestMessage['parts']): ToolCallOutput[] {
  const step = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
  return step.flatMap(({ callProviderMetadata, state, output, errorText }): ToolCallOutput[] => {
    const call = callProviderMetadata?.threadline?.call;
    if (call === undefined) return [];
    if (state === 'output-available') return [{ call, output }];
    return state === 'output-error' ? [{ call, error: errorText ?? 'The tool failed' }] : [];
  });
}

/** The words of a no, none of which can be read as a yes. */
function refusal(reason = ''): string {
  const words = reason.trim().slice(0, MAX_REASON);
  return readToolAnswer(words).kind === 'no' ? words : `no: ${words}`;
}

/** Below what an answer may have. */
const MAX_REASON = 3_900;

/** Returns the texts and files of the user. Parts that a page adds for itself are left out. */
function toParts({ parts }: UIRequestMessage): Part[] {
  return parts.flatMap(({ type, text, url, mediaType, filename }): Part[] => {
    if (type === 'text' && text !== undefined) return [{ type, text }];
    if (type !== 'file' || url === undefined) return [];
    const said = {
      ...(mediaType !== undefined && { mediaType }),
      ...(filename !== undefined && { filename }),
    };
    return [{ type, data: readFileSource(url), ...said }];
  });
}

function invalid(message: string): ThreadlineError {
  return new ThreadlineError('Gateway.InvalidRequest', message);
}
