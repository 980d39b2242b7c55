import type { ModelMessage } from '@ai-sdk/provider-utils';
import { splitSteps, type ContextEntry } from '../message/entries.js';
import { fitTurns, joinSystem, renderSystem } from './fit-template.js';
import { isSystemLeading, type RequestForm } from '../grammar/request-template.js';
import { mergeNeighbours } from './merge-neighbours.js';
import { liftPictures } from '../results/lift-pictures.js';

export function arrange(
  input: RequestForm & {
    system: readonly ContextEntry[];
    entries: readonly ContextEntry[];
    liftsPictures: boolean;
    countMessage: (message: ModelMessage) => number;
  },
): ContextEntry[] {
  const { template, countMessage } = input;
  const lifted = input.liftsPictures ? liftPictures(input.entries, countMessage) : input.entries;
  const entries = fitTurns(lifted, { template, countMessage });
  const system = joinSystem(input.system, { template, countMessage });
  if (isSystemLeading(input))
    return mergeNeighbours([...renderSystem(system, template), ...entries], countMessage);
  const arranged: ContextEntry[] = [];
  let next = 0;
  for (const { asked, results } of splitSteps(entries)) {
    const index = asked[0]?.message.role === 'tool' ? -Infinity : (asked[0]?.index ?? -Infinity);
    for (let one = system[next]; one && one.index < index; one = system[next]) {
      arranged.push(one);
      next += 1;
    }
    arranged.push(...asked, ...results);
  }
  return mergeNeighbours([...arranged, ...system.slice(next)], countMessage);
}

export function insertLeadIn(
  entries: readonly ContextEntry[],
  { leadIn, turnStart }: { leadIn: readonly ContextEntry[]; turnStart: number },
): readonly ContextEntry[] {
  if (leadIn.length === 0) return entries;
  const at = entries.findIndex(({ index }) => index >= turnStart);
  return at < 0 ? [...entries, ...leadIn] : entries.toSpliced(at, 0, ...leadIn);
}

export function arrangeMessages(messages: readonly ModelMessage[], form: RequestForm): ModelMessage[] {
  const entries = messages.map((message, index) => ({ index, message, tokens: 0 }));
  const isSystem = ({ message }: ContextEntry): boolean => message.role === 'system';
  return arrange({
    ...form,
    system: entries.filter(isSystem),
    entries: entries.filter((entry) => !isSystem(entry)),
    liftsPictures: false,
    countMessage: () => 0,
  }).map(({ message }) => message);
}
