import { metaSentinels, type MetaSentinels } from '../../context/summary/meta-sentinels.js';

export function askedSentinels(prompt: string): MetaSentinels | undefined {
  const key = [...prompt.matchAll(/<<<META (\w+)>>>/g)].at(-1)?.[1];
  return key === undefined ? undefined : metaSentinels(key);
}
