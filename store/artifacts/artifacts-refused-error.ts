import { errorMessage } from '../../protocol/error-message.js';

/** Artifacts that Postgres will never take, or that their user has no room for; trying again would fail in the same way. */
export class ArtifactsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`An artifact was refused: ${errorMessage(cause)}`, { cause });
    this.name = 'ArtifactsRefusedError';
  }
}
