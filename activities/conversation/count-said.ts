import { countMessageTokens } from '../../models/counting/count-tokens.js';

/** Counts the tokens of a message of a thread. */
export function countSaid(content: string): number {
  return countMessageTokens({ role: 'user', content });
}
