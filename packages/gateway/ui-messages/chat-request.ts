import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Part } from '../../../client/uploads/send-parts.js';
import { readToolAnswer } from '../../../flow/approval/read-tool-answer.js';
import type { ToolCallOutput } from '../../../protocol/messages.js';
import { WHILE_RUNNING, type WhileRunning } from '../../../protocol/while-running.js';
import { hashBody } from '../requests/hash-body.js';
import { readFileSource } from './file-address.js';
import { hash, toTurnId, turnOfMessage } from './message-id.js';
import type { SentCalls } from './chunk-writer.js';

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

/** The body of `useChat`. Only the newest message is read; the others are stored. */
export const chatBody = z.looseObject({
  id: z.string().min(1).describe("The chat, which is the caller's channel with the flow"),
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
    'it must name the turn, by `turnId` or by the `messageId` of its message or answer',
  );

export interface SentMessage {
  turnId: string;
  parts: Part[];
}

export interface ApprovalAnswer {
  approvalId: string;
  answer: string;
}

export type ChatIntent =
  | { kind: 'send'; message: SentMessage; whileRunning: WhileRunning | undefined }
  | { kind: 'edit'; of: string; message: SentMessage; whileRunning: WhileRunning }
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
      sentBefore: SentCalls;
    };

export async function readIntent({
  messages,
  trigger,
  messageId,
  whileRunning,
}: z.infer<typeof chatBody>): Promise<ChatIntent> {
  const last = messages.at(-1);
  const named = messages.findLast(({ id }) => id === messageId);
  if (trigger === 'regenerate-message') {
    const question = last?.role === 'user' ? last : undefined;
    const id = named?.id ?? messageId ?? last?.id ?? '';
    if (whileRunning === 'steer')
      throw invalid("A regenerated answer cannot join the running turn: 'whileRunning' must not be 'steer'");
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
  if (last?.role !== 'user') throw invalid('The newest message is not a user message');
  const message = { turnId: toTurnId(last.id), parts: toParts(last) };
  if (messageId == null) return { kind: 'send', message, whileRunning };
  // An edited message keeps its id, so its content gives the turn id.
  const turnId = await editTurnId(message);
  return {
    kind: 'edit',
    of: message.turnId,
    message: { ...message, turnId },
    whileRunning: whileRunning ?? 'interrupt',
  };
}

export function regenerateTurnId(turnId: string, times: number): string {
  return hash(JSON.stringify([turnId, times]));
}

/** Hashes files in pieces. */
export async function editTurnId({ turnId, parts }: SentMessage): Promise<string> {
  return hash(await hashBody([turnId, parts]));
}

function readAnswers({ id, parts }: UIRequestMessage): ChatIntent {
  const answers = parts.flatMap(({ state, approval }): ApprovalAnswer[] => {
    if (state !== 'approval-responded' || approval?.approved === undefined) return [];
    const { id: approvalId, approved, reason } = approval;
    return [{ approvalId, answer: approved ? 'yes' : refusal(reason) }];
  });
  const outputs = readOutputs(parts);
  if (answers.length === 0 && outputs.length === 0)
    throw invalid('The newest message is an answer without a response to a question');
  return { kind: 'approve', turnId: turnOfMessage(id), answers, outputs, sentBefore: sentCalls(parts) };
}

/** Includes outputs of tools that ran on a worker: only the store knows which calls wait for a page. */
function readOutputs(parts: UIRequestMessage['parts']): ToolCallOutput[] {
  const step = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
  return step.flatMap(({ callProviderMetadata, state, output, errorText }): ToolCallOutput[] => {
    const call = callProviderMetadata?.threadline?.call;
    if (call === undefined) return [];
    if (state === 'output-available') return [{ call, output }];
    return state === 'output-error' ? [{ call, error: errorText ?? 'The tool failed' }] : [];
  });
}

/** Returns a text that is never read as an approval. */
function refusal(reason = ''): string {
  const words = reason.trim().slice(0, MAX_REASON);
  return readToolAnswer(words).kind === 'no' ? words : `no: ${words}`;
}

/** Shorter than the limit of an answer. */
const MAX_REASON = 3_900;

function toParts({ parts }: UIRequestMessage): Part[] {
  return parts.flatMap(({ type, text, url, mediaType, filename }): Part[] => {
    if (type === 'text' && text !== undefined) return [{ type, text }];
    if (type !== 'file' || url === undefined) return [];
    const fileFacts = {
      mediaType,
      filename,
    };
    return [{ type, data: readFileSource(url), ...fileFacts }];
  });
}

function invalid(message: string): ThreadlineError {
  return new ThreadlineError('Gateway.InvalidRequest', message);
}

export function sentCalls(parts: readonly { toolCallId?: string | undefined }[]): SentCalls {
  return new Set(parts.flatMap(({ toolCallId }) => toolCallId ?? []));
}
