import type { ModelMessage, ToolContent } from '@ai-sdk/provider-utils';
import { arrange } from './arrange.js';
import { resultsOf, type ContextEntry, type ToolMessage } from './entries.js';
import { cleanEntries } from './hygiene/clean-entries.js';
import type { ContextManifest, SentItem, SentPointer } from './manifest.js';
import { pointAt } from './results/show-pointer.js';
import { renderPassages, type QuotedPassage } from './retrieval/render-passages.js';
import type { TraceContent } from './trace-content.js';
import { joinCut } from './trim/cut-text.js';

/** A message of a thread. */
export interface ThreadText {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
}

/** A message of an execution's own steps. */
export interface TraceEntry {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  content: TraceContent;
}

/** The rows that a manifest refers to; it may be given more than that. */
export interface ManifestSources {
  thread: readonly ThreadText[];
  trace: readonly TraceEntry[];
  /** What other nodes of the execution answered, by the step of the message. */
  answers?: ReadonlyMap<number, string>;
  /** The stored summary that is sent. */
  summary?: string;
  /** What was found in the thread, in the order of the manifest. */
  passages?: readonly QuotedPassage[];
  /** Text of an execution outside a conversation. */
  input: string;
  /** The generated text of a hash. Throws where there is none. */
  text: (hash: string) => string;
}

/** A trace row as a message. */
export function toTraceMessage({ role, content }: Pick<TraceEntry, 'role' | 'content'>): ModelMessage {
  // A row's content is of the two kinds that its role tells apart.
  return role === 'tool'
    ? { role, content: content as ToolContent }
    : { role, content: content as Exclude<TraceContent, ToolContent> };
}

/**
 * The messages of a request, rendered from its manifest and the rows it refers to, and from nothing else: the
 * same at any later time. Throws when a row is missing.
 */
export function renderManifest(manifest: ContextManifest, sources: ManifestSources): ModelMessage[] {
  const system: ContextEntry[] = [];
  const entries: ContextEntry[] = [];
  const notes: ContextEntry[] = [];
  const opening: ContextEntry[] = [];
  const placeholders = new Map(manifest.placeholders?.map(({ seq, text }) => [seq, sources.text(text)]));
  let turnStart = -1;
  if (manifest.system !== null) say(system, { role: 'system', content: sources.text(manifest.system) });
  for (const item of manifest.sent) render(item);
  const { entries: clean } = cleanEntries({
    entries,
    turnStart,
    grammar: manifest.grammar,
    isToolless: false,
    keepsReasoning: (index) => index > turnStart,
    countMessage: () => 0,
    onUnknownPart: () => undefined,
  });
  const arranged = arrange({
    system,
    entries: [...opening, ...clean, ...notes],
    grammar: manifest.grammar,
    countMessage: () => 0,
  });
  return arranged.map(({ message }) => message);

  function render(item: SentItem): void {
    switch (item.from) {
      case 'conversation':
        for (const { seq, role, content } of threadBetween(item)) {
          const text = 'cut' in item ? cutOf(content, item.cut) : content;
          if (role === 'user') turnStart = entries.length;
          say(entries, { role, content: placeholders.get(seq) ?? text });
        }
        return;
      case 'input':
        turnStart = entries.length;
        return say(entries, { role: 'user', content: cutOf(sources.input, item.cut) });
      case 'prompt':
        turnStart = entries.length;
        return say(entries, { role: 'user', content: cutOf(sources.text(item.text), item.cut) });
      case 'answers':
        for (const step of item.steps) say(entries, { role: 'assistant', content: answerOf(step) });
        return;
      case 'aside':
        return say(entries, { role: 'user', content: sources.text(item.text) });
      case 'opening':
        opening.push(openingEntry(sources.text(item.text)));
        return;
      case 'trace':
        for (const row of sources.trace)
          if (row.step >= item.first && row.step <= item.last) say(entries, withPointer(row));
        return;
      case 'compaction':
      case 'ancestor':
      case 'anchor':
        return say(system, { role: 'system', content: sources.text(item.text) });
      case 'summary': {
        const summary =
          item.text === undefined ? stored('summary', sources.summary) : sources.text(item.text);
        return say(system, { role: 'system', content: sources.text(item.heading) + summary });
      }
      case 'passages':
        return say(system, { role: 'system', content: renderPassages(stored('passages', sources.passages)) });
      case 'directive':
        return void system.push(directiveEntry(sources.text(item.text)));
      case 'note':
        return say(notes, { role: 'user', content: sources.text(item.text) });
      default:
        throw new Error(
          `A manifest sends '${String((item satisfies never as SentItem).from)}', which nothing renders`,
        );
    }
  }

  function threadBetween({ first, last }: { first: number; last: number }): ThreadText[] {
    const rows = sources.thread.filter(({ seq }) => seq >= first && seq <= last);
    if (rows.length !== last - first + 1)
      throw new Error(`Messages ${first} to ${last} of the thread are not all there`);
    return rows;
  }

  function answerOf(step: number): string {
    const text = sources.answers?.get(step);
    if (text === undefined) throw new Error(`The answer of step ${step} is not there`);
    return text;
  }

  function cutOf(text: string, cut: { head: number; tail: number; marker: string } | undefined): string {
    return cut === undefined ? text : joinCut(text, { ...cut, marker: sources.text(cut.marker) });
  }

  function withPointer(row: TraceEntry): ModelMessage {
    const message = toTraceMessage(row);
    const pointer = manifest.pointers.find(
      ({ step, ordinal }) => step === row.step && ordinal === row.ordinal,
    );
    return pointer === undefined ? message : pointed(message, pointer);
  }

  function pointed(message: ModelMessage, { text, rule }: SentPointer): ModelMessage {
    const how = { pointer: sources.text(text), keepsPictures: rule === 'evicted' };
    const content: ToolMessage['content'] = resultsOf(message).map((result) => ({
      ...result,
      output: pointAt(result.output, how),
    }));
    return { role: 'tool', content };
  }
}

/** The system prompt as a user's message: after the system's own, before all others. */
export function openingEntry(text: string, tokens = 0): ContextEntry {
  return { index: -0.5, message: { role: 'user', content: text }, tokens };
}

/** The request for a summary as a system message: after all others, where the provider allows it. */
export function directiveEntry(text: string, tokens = 0): ContextEntry {
  return { index: Infinity, message: { role: 'system', content: text }, tokens };
}

function stored<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined) throw new Error(`The ${name} that a manifest refers to are not there`);
  return value;
}

function say(entries: ContextEntry[], message: ModelMessage): void {
  // The system's stand before everything; places among the others only need to rise.
  entries.push({ index: message.role === 'system' ? -1 : entries.length, message, tokens: 0 });
}
