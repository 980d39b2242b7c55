import type { ErrorFacts } from '../../replies/error-facts.js';
import { anthropicError } from './anthropic-error.js';

/** The 404 of a model that does not exist, or not for this key. */
export function unknownModel(model: unknown): ErrorFacts {
  return anthropicError(404, `model: ${String(model)}`);
}
