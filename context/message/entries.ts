import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { LeftRule } from './left.js';

export interface ContextEntry {
  /** A message that a repair added has the index of the message that it repairs. */
  index: number;
  message: ModelMessage;
  tokens: number;
}

export interface LeftOut {
  index: number;
  rule: LeftRule;
  tokens: number;
}

export interface Stage {
  entries: readonly ContextEntry[];
  left: readonly LeftOut[];
}

export type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
export type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
export type UserMessage = Extract<ModelMessage, { role: 'user' }>;
export type AssistantPart = Exclude<AssistantMessage['content'], string>[number];
export type UserPart = Exclude<UserMessage['content'], string>[number];
export type ToolCallPart = Extract<AssistantPart, { type: 'tool-call' }>;
export type ToolResultPart = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;
export type ToolOutput = ToolResultPart['output'];

export function listCalls(message: ModelMessage): ToolCallPart[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.filter((part): part is ToolCallPart => part.type === 'tool-call');
}

export function listResults(message: ModelMessage): ToolResultPart[] {
  if (message.role !== 'tool') return [];
  return message.content.filter((part): part is ToolResultPart => part.type === 'tool-result');
}

export interface Step {
  asked: readonly ContextEntry[];
  results: readonly ContextEntry[];
}

/** Several messages can be one step: some session files store each block of an answer as a message. */
export function splitSteps(entries: readonly ContextEntry[]): Step[] {
  const steps: Step[] = [];
  const addAlone = (some: readonly ContextEntry[]): void => {
    // A thought belongs to the next message.
    const thought = some.findIndex(({ message }) => beginsStep(message));
    const alone = thought === -1 ? some : some.slice(0, thought);
    for (const entry of alone) steps.push({ asked: [entry], results: [] });
    if (thought !== -1) steps.push({ asked: some.slice(thought), results: [] });
  };
  for (let at = 0; at < entries.length;) {
    const end = findEnd(entries, { from: at, role: 'assistant' });
    const run = entries.slice(at, Math.max(end, at + 1));
    at += run.length;
    const lastCall = run.findLastIndex(({ message }) => listCalls(message).length > 0);
    if (lastCall === -1) {
      addAlone(run);
      continue;
    }
    const results = entries.slice(at, findEnd(entries, { from: at, role: 'tool' }));
    at += results.length;
    const first = run.findIndex(({ message }) => beginsStep(message));
    const last = results.length === 0 ? lastCall + 1 : run.length;
    addAlone(run.slice(0, first));
    steps.push({ asked: run.slice(first, last), results });
    addAlone(run.slice(last));
  }
  return steps;
}

function findEnd(
  entries: readonly ContextEntry[],
  { from, role }: { from: number; role: ModelMessage['role'] },
): number {
  let end = from;
  while (entries[end]?.message.role === role) end += 1;
  return end;
}

function beginsStep({ role, content }: ModelMessage): boolean {
  if (role !== 'assistant' || typeof content === 'string') return false;
  return content.some(({ type }) => type === 'tool-call' || type === 'reasoning');
}

export function sumTokens(entries: readonly ContextEntry[]): number {
  let sum = 0;
  for (const entry of entries) sum += entry.tokens;
  return sum;
}

export function replaceMessage(
  entry: ContextEntry,
  message: ModelMessage,
  how: { rule: LeftRule; left: LeftOut[]; countMessage: (message: ModelMessage) => number },
): ContextEntry {
  const tokens = how.countMessage(message);
  leave(how.left, { index: entry.index, rule: how.rule, tokens: entry.tokens - tokens });
  return { index: entry.index, message, tokens };
}

export function leave(left: LeftOut[], { index, rule, tokens }: LeftOut): void {
  if (tokens > 0) left.push({ index, rule, tokens });
}
