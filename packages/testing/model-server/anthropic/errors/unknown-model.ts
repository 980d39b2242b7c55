import type { ErrorFacts } from '../../replies/error-facts.js';
import { anthropicError } from './anthropic-error.js';

/** For a model that is missing, or unavailable to this key. */
export function unknownModel(model: unknown): ErrorFacts {
  return anthropicError(404, `model: ${String(model)}`);
}
