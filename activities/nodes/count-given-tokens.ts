import { countMessageTokens } from '../../models/counting/count-tokens.js';

export function countGivenTokens(text: string, data: unknown): number {
  const whole = data === undefined ? text : `${text}\n${JSON.stringify(data)}`;
  return whole === '' ? 0 : countMessageTokens({ role: 'user', content: whole });
}
