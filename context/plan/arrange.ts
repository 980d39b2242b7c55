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

/** Counting at each merge would be quadratic. */
const UNCOUNTED = -1;

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

export function mergeNeighbours(
  entries: readonly ContextEntry[],
  countMessage: (message: ModelMessage) => number,
): ContextEntry[] {
  const merged: ContextEntry[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const joined = last && mergeTwo(last.message, entry.message);
    if (!last || !joined) merged.push(entry);
    else merged[merged.length - 1] = { index: last.index, message: joined, tokens: UNCOUNTED };
  }
  return merged.map((entry) =>
    entry.tokens === UNCOUNTED ? { ...entry, tokens: countMessage(entry.message) } : entry,
  );
}

function mergeTwo(one: ModelMessage, other: ModelMessage): ModelMessage | undefined {
  if (one.role === 'user' && other.role === 'user')
    return { ...one, content: join<UserMessage>(one.content, other.content) };
  if (one.role === 'assistant' && other.role === 'assistant')
    return { ...one, content: join<AssistantMessage>(one.content, other.content) };
  return undefined;
}

function join<Message extends UserMessage | AssistantMessage>(
  one: Message['content'],
  other: Message['content'],
): Message['content'] {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [...toParts(one), ...toParts(other)] as Message['content'];
}

function toParts(content: UserMessage['content'] | AssistantMessage['content']): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
