import type { ErrorFacts } from '../../replies/error-facts.js';
import { invalidField } from '../errors/bad-request.js';

export function blankText(part: 'messages' | 'system', text: unknown): ErrorFacts | null {
  if (typeof text !== 'string' || text.trim() !== '') return null;
  return text === ''
    ? emptyText(part)
    : invalidField(part, 'text content blocks must contain non-whitespace text');
}

export function emptyText(part: 'messages' | 'system'): ErrorFacts {
  return invalidField(part, 'text content blocks must be non-empty');
}
