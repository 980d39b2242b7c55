import { errorMessage } from '../../protocol/error-message.js';

/** Thrown for artifacts that Postgres will never accept, or that exceed the storage of their user. A retry would fail the same way. */
export class ArtifactsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`An artifact was refused: ${errorMessage(cause)}`, { cause });
    this.name = 'ArtifactsRefusedError';
  }
}
