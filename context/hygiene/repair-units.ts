import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { Grammar } from '../grammar/grammar.js';
import {
  callsOf,
  leave,
  replaceMessage,
  resultsOf,
  type AssistantMessage,
  type ContextEntry,
  type LeftOut,
  type Stage,
  type ToolCallPart,
  type ToolResultPart,
} from '../entries.js';
import { createWireIds, trimId, wireName } from './wire-ids.js';

/** What the model is told of a call of its turn that has no result. */
export const INTERRUPTED =
  'The call was interrupted: there is no result, and whether it took effect is unknown.';

export interface RepairInput {
  entries: readonly ContextEntry[];
  /** Index of the turn's own user message; calls after it that were interrupted get an error result. */
  turnStart: number;
  grammar: Grammar;
  countMessage: (message: ModelMessage) => number;
}

/**
 * Makes tool calls and their results match: a result without its call goes; calls of earlier turns that lack a
 * result go with their results, the text beside them stays; those of the current turn get an error result.
 */
export function repairUnits({ entries, turnStart, grammar, countMessage }: RepairInput): Stage {
  const left: LeftOut[] = [];
  const repaired: ContextEntry[] = [];
  const wireId = createWireIds(grammar);
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry === undefined) break;
    const calls = callsOf(entry.message);
    if (calls.length === 0) {
      if (entry.message.role === 'tool') leave(left, { ...entry, rule: 'hygiene' });
      else repaired.push(entry);
      continue;
    }
    const block: ContextEntry[] = [];
    while (entries[at + 1]?.message.role === 'tool') block.push(entries[(at += 1)] as ContextEntry);
    const pairs = pairUp(calls, block);
    const isWhole = pairs.every((pair) => pair.result !== undefined);
    if (isWhole || entry.index > turnStart) keepUnit(entry, block, pairs);
    else dropCalls(entry, block);
  }
  return { entries: repaired, left };

  function keepUnit(entry: ContextEntry, block: readonly ContextEntry[], pairs: readonly Pair[]): void {
    const wired = new Map<ToolPart, ToolPart>();
    const open: ToolCallPart[] = [];
    for (const { call, result } of pairs) {
      const wire = { toolCallId: wireId(call.toolCallId), toolName: wireName(call.toolName, grammar) };
      wired.set(call, withWire(call, wire));
      if (result === undefined) open.push({ ...call, ...wire });
      else wired.set(result, withWire(result, wire));
    }
    repaired.push(withParts(entry, wired));
    for (const tool of block) {
      if (resultsOf(tool.message).some((result) => wired.has(result))) repaired.push(withParts(tool, wired));
      else leave(left, { ...tool, rule: 'hygiene' });
    }
    if (open.length === 0) return;
    const message: ModelMessage = { role: 'tool', content: open.map(toInterrupted) };
    repaired.push({ index: entry.index, message, tokens: countMessage(message) });
  }

  /** Results that answer no call of the unit are left out; the others get the id and the name of their call. */
  function withParts(entry: ContextEntry, wired: ReadonlyMap<unknown, ToolPart>): ContextEntry {
    const { message } = entry;
    if (typeof message.content === 'string') return entry;
    const parts = message.content as readonly ToolPart[];
    const renamed = parts.flatMap((part) => {
      const wire = wired.get(part);
      if (wire === undefined) return part.type === 'tool-result' ? [] : [part];
      return [wire];
    });
    if (renamed.length === parts.length && renamed.every((part, index) => part === parts[index]))
      return entry;
    return replaceMessage(entry, { ...message, content: renamed } as ModelMessage, {
      rule: 'hygiene',
      left,
      countMessage,
    });
  }

  function dropCalls(entry: ContextEntry, block: readonly ContextEntry[]): void {
    for (const tool of block) leave(left, { ...tool, rule: 'hygiene' });
    const message = entry.message as AssistantMessage;
    const content = (message.content as Exclude<AssistantMessage['content'], string>).filter(
      // A thought was the thought behind its calls.
      (part) => part.type !== 'tool-call' && part.type !== 'reasoning',
    );
    if (content.length === 0) leave(left, { ...entry, rule: 'hygiene' });
    else
      repaired.push(replaceMessage(entry, { ...message, content }, { rule: 'hygiene', left, countMessage }));
  }
}

type ToolPart = ToolCallPart | ToolResultPart;

interface Pair {
  call: ToolCallPart;
  result: ToolResultPart | undefined;
}

/** Each call with its result; where an id stands twice, the first result belongs to the first call. */
function pairUp(calls: readonly ToolCallPart[], block: readonly ContextEntry[]): Pair[] {
  const results = new Map<string, ToolResultPart[]>();
  for (const { message } of block)
    for (const result of resultsOf(message)) {
      const id = trimId(result.toolCallId);
      const same = results.get(id);
      if (same === undefined) results.set(id, [result]);
      else same.push(result);
    }
  return calls.map((call) => ({ call, result: results.get(trimId(call.toolCallId))?.shift() }));
}

/** A part under the id and the tool's name that are sent; the same object when it has them. */
function withWire<Part extends ToolPart>(part: Part, wire: { toolCallId: string; toolName: string }): Part {
  return part.toolCallId === wire.toolCallId && part.toolName === wire.toolName ? part : { ...part, ...wire };
}

function toInterrupted({ toolCallId, toolName }: ToolCallPart): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value: INTERRUPTED } };
}
