import { metaSentinels, type MetaSentinels } from '../../context/summary/meta-sentinels.js';

export function askedSentinels(prompt: string): MetaSentinels | undefined {
  // Earlier messages may contain sentinels, too.
  const key = [...prompt.matchAll(/<<<META (\w+)>>>/g)].at(-1)?.[1];
  return key === undefined ? undefined : metaSentinels(key);
}
