import { findCounting } from '../../models/counting/model-counting.js';

export function tooFew({
  model,
  name,
  text,
  real,
}: {
  model: string;
  name: string;
  text: string;
  real: number;
}): string[] {
  const { plain, tokenFactor } = findCounting(model);
  const most = Math.ceil(plain.countText(text) * tokenFactor * slackOf(model));
  return real > most ? [`${name}: ${real} tokens, and at most ${most} were expected`] : [];
}

export function slackOf(model: string): number {
  return model.startsWith('openai:') ? 1.05 : 1;
}
