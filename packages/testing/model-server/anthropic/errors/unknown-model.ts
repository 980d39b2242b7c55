import type { ErrorFacts } from '../../replies/error-facts.js';
import { anthropicError } from './anthropic-error.js';

export function unknownModel(model: unknown): ErrorFacts {
  return anthropicError(404, `model: ${String(model)}`);
}
