import { canonicalJson } from '../../context/text/canonical-json.js';
import { contentHash } from '../../context/text/content-hash.js';
import { typedText } from '../../context/message/typed-text.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';
import type { DatabaseTransaction } from '../database.js';
import { readMessage, type MessageText, type TurnMessage } from './read-message.js';

/** Excludes `whileRunning`, which may differ when a message is sent again. */
function hashTurn(turn: NewTurn, messageText: TurnMessage | undefined): string {
  const { kind, data, output, retryOf, regenerateOf, editOf, branch } = turn;
  const own = hasOwnMessage(turn) && {
    text: messageText && typedText(messageText.content, messageText.attachments),
    files: messageText?.attachments.map(({ hash, name }) => [hash, name]),
    instructions: messageText?.instructions ?? undefined,
    data,
    output,
  };
  return contentHash(canonicalJson({ kind, retryOf, regenerateOf, editOf, branch, ...own }));
}

/** The hashes of a retry or edit also match a request with the plain message. */
export function turnHashes(
  turn: NewTurn,
  messageText: TurnMessage | undefined,
  { data, output }: { data: NewTurn['data'] | null; output: NewTurn['output'] | null },
): string {
  const { turnId, kind } = turn;
  const plain = { turnId, kind, data: data ?? undefined, output: output ?? undefined };
  const hashes = [hashTurn(turn, messageText), ...(kind === 'message' ? [hashTurn(plain, messageText)] : [])];
  return [...new Set(hashes)].join(' ');
}

/** A text reference that has been claimed is a repeated request, not a conflict. */
export async function findConflicts(
  trx: DatabaseTransaction,
  reader: Parameters<typeof readMessage>[1],
  { turns, known }: { turns: readonly NewTurn[]; known: ReadonlyMap<string, string | null> },
): Promise<boolean[]> {
  const conflicts: boolean[] = [];
  for (const turn of turns) {
    const hashes = known.get(turn.turnId);
    if (hashes == null) conflicts.push(false);
    else conflicts.push(isConflict(turn, hashes, await readOwn(trx, reader, turn)));
  }
  return conflicts;
}

function isConflict(turn: NewTurn, hashes: string, messageText: MessageText | undefined): boolean {
  if (messageText?.kind === 'missing') return false;
  if (messageText?.kind === 'refused') return true;
  return !hashes.split(' ').includes(hashTurn(turn, messageText));
}

async function readOwn(
  trx: DatabaseTransaction,
  reader: Parameters<typeof readMessage>[1],
  turn: NewTurn,
): Promise<MessageText | undefined> {
  return hasOwnMessage(turn) ? readMessage(trx, reader, turn) : undefined;
}

function hasOwnMessage({ kind, retryOf, regenerateOf }: NewTurn): boolean {
  return kind === 'message' && (retryOf ?? regenerateOf) === undefined;
}
