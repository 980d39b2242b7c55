import { errorMessage } from '../protocol/error-message.js';
import type { Embedder } from './embeddings.js';
import { withDeadline } from './stream/with-deadline.js';

export type QuestionVector =
  { kind: 'embedded'; vector: readonly number[] } | { kind: 'failed'; reason: string };

/** Short, because word search alone finds most passages. */
const QUESTION_DEADLINE_MS = 1_000;

export async function embedQuestion(
  embedder: Embedder,
  {
    text,
    signal,
    deadlineMs = QUESTION_DEADLINE_MS,
  }: { text: string; signal?: AbortSignal; deadlineMs?: number },
): Promise<QuestionVector> {
  const stop = new AbortController();
  const message = `Embedding model '${embedder.model}' did not answer within ${deadlineMs} ms`;
  try {
    const work = embedder.embed([text], stop.signal);
    const [vector] = await withDeadline(work, { signal, timeoutMs: deadlineMs, message });
    return !vector || vector.length === 0
      ? { kind: 'failed', reason: `Embedding model '${embedder.model}' returned no vector` }
      : { kind: 'embedded', vector };
  } catch (error) {
    stop.abort();
    return { kind: 'failed', reason: errorMessage(error) };
  }
}
