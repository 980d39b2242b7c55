import { errorMessage } from '../../protocol/error-message.js';

/** Not retried, because a retry would fail too. */
export class ArtifactsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`An artifact was refused: ${errorMessage(cause)}`, { cause });
    this.name = 'ArtifactsRefusedError';
  }
}
