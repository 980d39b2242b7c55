import type { NodeRun } from '../../../flow/scheduler/node-run.js';
import { nameRun } from './performer.js';

export interface Outcome {
  isFailed: boolean;
  route: string | null;
  total: number;
  isCloseFailed: boolean;
}

export function outcomesOf(seed: number, failures: number) {
  return (run: Pick<NodeRun, 'nodeId' | 'iteration'>): Outcome => {
    const random = randomOf(seed + hash(nameRun(run)));
    return {
      isFailed: random(100) < failures,
      route: ['x', 'y', null][random(3)] ?? null,
      total: random(4),
      isCloseFailed: random(200) < failures,
    };
  };
}

export function randomOf(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function hash(text: string): number {
  let sum = 7;
  for (const character of text) sum = (Math.imul(sum, 31) + character.charCodeAt(0)) | 0;
  return sum;
}
