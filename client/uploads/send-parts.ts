import {
  carriedProblem,
  isAddress,
  isWords,
  MAX_PARTS,
  messagePartsProblem,
  type MessagePart,
} from '../../protocol/message-parts.js';
import { storeText } from '../../store/conversation/stored-texts.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { uploadFile, type FileContent } from './upload-file.js';

/** In the AI SDK's shapes. */
export type Part =
  | { type: 'text'; text: string }
  /** Sent with the agents' system prompts, for this turn only. */
  | { type: 'instructions'; text: string }
  /** Content, or an upload's reference. */
  | { type: 'image'; image: FileContent; mediaType?: string }
  /** Content, or an upload's reference. */
  | { type: 'file'; data: FileContent; mediaType?: string; filename?: string };

/** Longer texts are sent by reference. */
const LONG_TEXT = 4_000;

export async function sendParts(
  parts: { context: ClientContext; call: Call; user: string; workflowId: string; data?: unknown },
  given: readonly Part[],
): Promise<MessagePart[]> {
  const { context, call, workflowId, data } = parts;
  const sent: MessagePart[] = [];
  if (given.length <= MAX_PARTS) for (const part of given) sent.push(await sendPart(parts, part));
  const problem = messagePartsProblem(sent.length === 0 ? given : sent);
  if (problem) throw new ThreadlineError('Conversation.InvalidTurn', problem);
  if (!carriedProblem({ parts: sent, data })) return sent;
  return Promise.all(
    sent.map(async (part): Promise<MessagePart> => {
      if (!isWords(part) || (part.text ?? '').length <= LONG_TEXT) return part;
      const content = (part.text ?? '').replaceAll('\u0000', '').toWellFormed();
      return {
        type: part.type,
        textRef: await call.read(() => storeText(context.db, { workflowId, content })),
      };
    }),
  );
}

async function sendPart(
  parts: { context: ClientContext; call: Call; user: string },
  part: Part,
): Promise<MessagePart> {
  if (part?.type !== 'image' && part?.type !== 'file') return part;
  const { type, mediaType } = part;
  const content = type === 'image' ? part.image : part.data;
  if (isSource(content)) return part as MessagePart;
  const filename = type === 'file' ? part.filename : undefined;
  const { ref } = await uploadFile(parts, content, { mediaType, filename });
  return type === 'image' ? { ...part, image: ref } : { ...part, data: ref };
}

function isSource(content: FileContent): boolean {
  if (typeof content !== 'string') return false;
  return isAddress(content);
}
