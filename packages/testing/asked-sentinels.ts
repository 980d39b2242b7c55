import { metaSentinels, type MetaSentinels } from '../../context/summary/meta-sentinels.js';

/** The marks, with their key, that a request wants around the summary after the answer; undefined: it asks for none. */
export function askedSentinels(said: string): MetaSentinels | undefined {
  // What was said may hold others; the request comes last.
  const key = [...said.matchAll(/<<<META (\w+)>>>/g)].at(-1)?.[1];
  return key === undefined ? undefined : metaSentinels(key);
}
