import { countMessageTokens } from './count-tokens.js';

export function countMessage(content: string): number {
  return countMessageTokens({ role: 'user', content });
}
