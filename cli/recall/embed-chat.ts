import type { Embedder } from '../../models/embeddings.js';
import type { Database } from '../../store/database.js';
import { embedMissing } from '../../store/passages/embed-missing.js';

/** The most passages between two moments of progress. */
const STEP = 64;

/** Embeds a stored conversation as the upkeep of one that is held does, until it is done or the signal aborts. */
export async function embedChat(
  db: Database,
  {
    conversationId,
    embedder,
    signal,
    onEmbedded,
  }: {
    conversationId: number;
    embedder: Embedder;
    signal: AbortSignal;
    /** Called with the number of passages that are embedded. */
    onEmbedded: (passages: number) => void;
  },
): Promise<void> {
  let passages = 0;
  for (let isDone = false; !isDone && !signal.aborted; onEmbedded(passages)) {
    const made = await embedMissing(db, embedder, { conversationId, limit: STEP });
    passages += made.embedded;
    isDone = made.isDone;
  }
}
