import { errorMessage } from '../../protocol/error-message.js';

/** Postgres rejects the artifacts, or the user's storage is full. A retry would fail as well. */
export class ArtifactsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`An artifact was refused: ${errorMessage(cause)}`, { cause });
    this.name = 'ArtifactsRefusedError';
  }
}
