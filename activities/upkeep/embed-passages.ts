import { Context } from '@temporalio/activity';
import { toModelFailure } from '../../models/failures/to-model-failure.js';
import { embedMissing, type TextEmbedder } from '../../store/passages/embed-missing.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { servedWorkflowId } from './served-workflow-id.js';
import { findEmbedding } from './find-embedding.js';
import type { EmbedPassagesResult } from '../../protocol/activities/upkeep.js';

const MAX_REQUESTS = 50;

export function createEmbedPassages({ db, embedder, timing }: ActivityDependencies) {
  return async function embedPassages(): Promise<EmbedPassagesResult> {
    const conversationId = await findEmbedding(db, { workflowId: servedWorkflowId(), embedder });
    if (!embedder || conversationId === undefined) return { embedded: 0 };
    const signal = Context.current().cancellationSignal;
    const model: TextEmbedder = {
      model: embedder.model,
      embed: (texts) =>
        embedder.embed(texts, signal).catch((error: unknown) => {
          throw toModelFailure(error);
        }),
    };
    let embedded = 0;
    const details = (): object => ({ phase: 'embedding', embedded });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      for (let request = 0; request < MAX_REQUESTS; request += 1) {
        const done = await embedMissing(db, model, { conversationId });
        embedded += done.embedded;
        if (done.isDone) return { embedded };
      }
      return { embedded, more: true };
    });
  };
}
