import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstErrorIn } from '../../http/first-error.js';
import { isJsonObject } from '../../http/json.js';
import { blankText } from './blank-text.js';
import { invalidField, unknownTag } from '../errors/bad-request.js';
import { validateBlock } from './validate-block.js';

/** Checks the system prompt: absent, a text, or a list of text blocks that are not blank. */
export function validateSystem(system: unknown): ErrorFacts | null {
  if (system === undefined || typeof system === 'string') return null;
  if (!Array.isArray(system)) return invalidField('system', 'Input should be a valid list');
  return firstErrorIn(system as readonly unknown[], (block, index) => {
    const path = `system.${index}`;
    if (isJsonObject(block) && block['type'] !== undefined && block['type'] !== 'text') {
      return unknownTag(`${path}.type`, block['type'], ['text']);
    }
    return validateBlock(block, path) ?? blankText('system', isJsonObject(block) ? block['text'] : undefined);
  });
}
