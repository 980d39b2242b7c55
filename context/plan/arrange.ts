import type { ModelMessage } from '@ai-sdk/provider-utils';
import {
  splitSteps,
  type ContextEntry,
  type AssistantMessage,
  type UserMessage,
} from '../message/entries.js';
import { fitTurns, joinSystem, renderSystem } from './fit-template.js';
import { isSystemLeading, type RequestForm } from '../grammar/request-template.js';
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

/** Joins each run of one role at once, because joining and counting message by message would be quadratic. */
export function mergeNeighbours(
  entries: readonly ContextEntry[],
  countMessage: (message: ModelMessage) => number,
): ContextEntry[] {
  const runs: ContextEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0] && isMergeable(last[0].message, entry.message)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const message = joinMessages([first, ...others].map((entry) => entry.message as Mergeable));
    return { index: first.index, message, tokens: countMessage(message) };
  });
}

type Mergeable = UserMessage | AssistantMessage;

function isMergeable(one: ModelMessage, other: ModelMessage): boolean {
  return one.role === other.role && (one.role === 'user' || one.role === 'assistant');
}

function joinMessages(messages: readonly Mergeable[]): ModelMessage {
  const contents = messages.map(({ content }) => content);
  const firstList = contents.findIndex((content) => typeof content !== 'string');
  if (firstList < 0) return { ...messages[0], content: contents.join('\n\n') } as ModelMessage;
  const texts = contents.slice(0, firstList).join('\n\n');
  const lists = firstList > 0 ? [texts, ...contents.slice(firstList)] : contents;
  return { ...messages[0], content: lists.flatMap(toParts) } as ModelMessage;
}

function toParts(content: Mergeable['content']): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
