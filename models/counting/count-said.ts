import { countMessageTokens } from './count-tokens.js';

export function countSaid(content: string): number {
  return countMessageTokens({ role: 'user', content });
}
