import { errorMessage } from '../../protocol/error-message.js';

/** Thrown when Postgres can never store the artifacts or the user's storage is full. Retrying fails again. */
export class ArtifactsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`An artifact was refused: ${errorMessage(cause)}`, { cause });
    this.name = 'ArtifactsRefusedError';
  }
}
