import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { RequestForm } from '../grammar/request-template.js';
import {
  listCalls,
  leave,
  replaceMessage,
  listResults,
  splitSteps,
  type AssistantMessage,
  type ContextEntry,
  type LeftOut,
  type Stage,
  type ToolCallPart,
  type ToolResultPart,
} from '../message/entries.js';
import { createWireIds, trimId, wireName } from './wire-ids.js';

export const INTERRUPTED =
  'The call was interrupted: there is no result, and whether it took effect is unknown.';

export interface RepairInput extends RequestForm {
  entries: readonly ContextEntry[];
  turnStart: number;
  countMessage: (message: ModelMessage) => number;
}

/** In earlier turns, drops calls without results. In the current one, gives them an error result. */
export function repairUnits(input: RepairInput): Stage {
  return new Repair(input).run();
}

class Repair {
  private readonly left: LeftOut[] = [];
  private readonly repaired: ContextEntry[] = [];
  private readonly toWireId: (id: unknown) => string;

  constructor(private readonly input: RepairInput) {
    this.toWireId = createWireIds(input);
  }

  run(): Stage {
    for (const { asked, results } of splitSteps(this.input.entries)) {
      if (asked.some(({ message }) => listCalls(message).length > 0)) this.repairStep(asked, results);
      else for (const entry of asked) this.keepAlone(entry);
    }
    return { entries: this.repaired, left: this.left };
  }

  private keepAlone(entry: ContextEntry): void {
    if (entry.message.role === 'tool') this.leaveOut(entry);
    else this.repaired.push(entry);
  }

  private repairStep(asked: readonly ContextEntry[], results: readonly ContextEntry[]): void {
    const { turnStart, countMessage } = this.input;
    const find = resultFinder(results);
    const wired = new Map<ToolPart, ToolPart>();
    const open: ToolCallPart[] = [];
    const isKept = asked.map((entry) => {
      const pairs = listCalls(entry.message).map((call) => ({ call, result: find(call) }));
      const isWhole = pairs.every(({ result }) => result !== undefined);
      if (!isWhole && entry.index <= turnStart) return false;
      open.push(...this.wire(pairs, wired));
      return true;
    });
    for (const [at, entry] of asked.entries())
      if (isKept[at]) this.repaired.push(this.replaceParts(entry, wired));
      else this.dropCalls(entry);
    for (const tool of results)
      if (listResults(tool.message).some((result) => wired.has(result)))
        this.repaired.push(this.replaceParts(tool, wired));
      else this.leaveOut(tool);
    const last = asked.at(-1);
    if (open.length === 0 || !last) return;
    const message: ModelMessage = { role: 'tool', content: open.map(toInterrupted) };
    this.repaired.push({ index: last.index, message, tokens: countMessage(message) });
  }

  private wire(pairs: readonly Pair[], wired: Map<ToolPart, ToolPart>): ToolCallPart[] {
    const open: ToolCallPart[] = [];
    for (const { call, result } of pairs) {
      const toolCallId = this.toWireId(call.toolCallId);
      const wire = { toolCallId, toolName: wireName(call.toolName, this.input.grammar) };
      wired.set(call, withWire(call, wire));
      if (!result) open.push({ ...call, ...wire });
      else wired.set(result, withWire(result, wire));
    }
    return open;
  }

  private replaceParts(entry: ContextEntry, wired: ReadonlyMap<unknown, ToolPart>): ContextEntry {
    const { message } = entry;
    if (typeof message.content === 'string') return entry;
    const parts = message.content as readonly ToolPart[];
    const renamed = parts.flatMap((part) => {
      const wire = wired.get(part);
      if (!wire) return part.type === 'tool-result' ? [] : [part];
      return [wire];
    });
    if (renamed.length === parts.length && renamed.every((part, index) => part === parts[index]))
      return entry;
    return this.replace(entry, { ...message, content: renamed } as ModelMessage);
  }

  private dropCalls(entry: ContextEntry): void {
    const message = entry.message as AssistantMessage;
    const content = (message.content as Exclude<AssistantMessage['content'], string>).filter(
      // The reasoning led to the dropped calls, so is dropped with them.
      (part) => part.type !== 'tool-call' && part.type !== 'reasoning',
    );
    if (content.length === 0) this.leaveOut(entry);
    else this.repaired.push(this.replace(entry, { ...message, content }));
  }

  private replace(entry: ContextEntry, message: ModelMessage): ContextEntry {
    const { countMessage } = this.input;
    return replaceMessage(entry, message, { rule: 'hygiene', left: this.left, countMessage });
  }

  private leaveOut(entry: ContextEntry): void {
    leave(this.left, { ...entry, rule: 'hygiene' });
  }
}

type ToolPart = ToolCallPart | ToolResultPart;

interface Pair {
  call: ToolCallPart;
  result: ToolResultPart | undefined;
}

function resultFinder(entries: readonly ContextEntry[]): (call: ToolCallPart) => ToolResultPart | undefined {
  const results = new Map<string, ToolResultPart[]>();
  for (const { message } of entries)
    for (const result of listResults(message)) {
      const id = trimId(result.toolCallId);
      const same = results.get(id);
      if (!same) results.set(id, [result]);
      else same.push(result);
    }
  return (call) => results.get(trimId(call.toolCallId))?.shift();
}

function withWire<Part extends ToolPart>(part: Part, wire: { toolCallId: string; toolName: string }): Part {
  return part.toolCallId === wire.toolCallId && part.toolName === wire.toolName ? part : { ...part, ...wire };
}

function toInterrupted({ toolCallId, toolName }: ToolCallPart): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value: INTERRUPTED } };
}
