import type { ContextEntry } from '../../../context/entries.js';
import { dropOldest, type HistoryLimits } from '../../../context/history/drop-oldest.js';
import { placeholderText } from '../../../context/history/placeholder.js';
import { cleanMessage } from '../../../context/hygiene/clean-message.js';
import type { LeftRange, SentDirective } from '../../../context/manifest.js';
import { summaryBudget } from '../../../context/summary/summary-budget.js';
import { scaleTokens } from '../../../context/planning-tools.js';
import { toTraceMessage } from '../../../context/render-manifest.js';
import type { MessageReference } from '../../../context/to-manifest.js';
import { toolCallsOf } from '../../../context/trace-content.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import type { Embedder } from '../../../models/embeddings.js';
import { loadCompactions, type CompactionRow } from '../../../store/calls/compactions.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { askedSummary } from './asked-summary.js';
import { gatherLeading } from './gather-leading.js';
import { gatherThread, type GatheredThread, type GatherThreadInput } from './gather-thread.js';
import type { LeadingText } from './leading-text.js';
import type { NodeContext } from './node-context.js';
import type { WindowRow } from '../../../store/conversation/load-window.js';
import { countTrace, loadTrace, type TraceRow } from '../../../store/calls/load-trace.js';

/** The rows that a call is planned from, as messages with their counts and places. */
export interface GatheredContext {
  entries: ContextEntry[];
  /** Where each entry is stored, by its index. */
  references: MessageReference[];
  /** Index of the turn's own message. */
  turnStart: number;
  /** Index of a later instruction that is being worked on; undefined: the turn's own message is. */
  instruction: number | undefined;
  /** The compaction whose summary stands for what the entries no longer hold. */
  compaction: (CompactionRow & { summary: string }) | undefined;
  /** System texts of ours that stand for what is older than the entries, besides a compaction's. */
  leading: readonly LeadingText[];
  /** What messages from before the turn may have; undefined: there are none. */
  history: HistoryLimits | undefined;
  /** The placeholders among the entries, by their indices. */
  placeholders: ReadonlyMap<number, string>;
  /** The summary that may be asked for together with the answer, if all that it is to stand for is sent whole. */
  asked: AskedSummary | undefined;
  /** What could not be done. */
  warnings: readonly string[];
  /** How the execution's newest attempt to compact ended. */
  lastCompaction: CompactionRow | undefined;
  /** What is left out before planning begins. */
  left: LeftRange[];
  /** Whether a result of the execution became an artifact, also one that a summary stands for by now. */
  hasSpilled: boolean;
  trace: readonly TraceRow[];
  thread: readonly { seq: number; role: 'user' | 'assistant'; content: string }[];
  /** Inputs of the tool calls, by step and ordinal. */
  inputs: ReadonlyMap<string, unknown>;
  /** What other nodes answered, by the step of the message. */
  answers: ReadonlyMap<number, string>;
}

/** A summary to ask for, but for the words. */
export type AskedSummary = Omit<SentDirective, 'from' | 'text' | 'tokens'> & {
  wantsTitle: boolean;
};

/** Follows the answers of others, so that the node is asked something: an answer is nothing to answer. */
const ANSWERS_NOTE =
  'The answers above are those of earlier steps of this flow. Go on from them with your own part.';

/** Reads what a call at a step is planned from: a window of the thread, and the execution's own steps. */
export async function gatherContext(
  db: Database,
  input: {
    execution: ExecutionFacts;
    node: NodeContext;
    step: number;
    tokenFactor: number;
    countInput: (text: string) => number;
    /** Finds older messages by what they mean; absent: their words alone do. */
    embedder?: Embedder | undefined;
    /** All rows, whatever a summary stands for. */
    ignoresSummary?: boolean;
  },
): Promise<GatheredContext> {
  const { execution, node, step, tokenFactor, embedder, ignoresSummary = false } = input;
  const { base } = node;
  // Later ones are there after a reset: what is planned again is planned as it was.
  const compactions = (step > base + 1 ? await loadCompactions(db, execution.id) : []).filter(
    (compaction) => compaction.step > base && compaction.step < step,
  );
  const adopted = ignoresSummary ? undefined : compactions.find(({ status }) => status === 'adopted');
  const throughStep = adopted?.throughStep ?? base;
  const trace =
    step - 1 > throughStep
      ? await loadTrace(db, { executionId: execution.id, first: throughStep + 1, last: step - 1 })
      : [];
  const compacted =
    throughStep > base
      ? {
          first: base + 1,
          last: throughStep,
          ...(await countTrace(db, { executionId: execution.id, first: base + 1, last: throughStep })),
        }
      : undefined;
  const thread = await threadOf(db, { execution, node, adopted, tokenFactor });
  const { rows, left, older, replaced } = thread;
  const entries: ContextEntry[] = [];
  const references: MessageReference[] = [];
  const placeholders = new Map<number, string>();
  for (const row of rows) sayThread(row);
  if (node.prompt !== undefined) sayOwn(node.prompt, { from: 'prompt', text: node.prompt });
  else if (execution.currentSeq === null) sayOwn(execution.input ?? '', { from: 'input' });
  const turnStart = entries.length - 1;
  // What a summary stands for it stands for whole.
  if (adopted === undefined && node.answers.length > 0) {
    for (const { text, tokens, step: answered } of node.answers)
      add({ role: 'assistant', content: text }, tokens, { from: 'answer', step: answered });
    sayOwn(ANSWERS_NOTE, { from: 'aside', text: ANSWERS_NOTE });
  }
  let instruction: number | undefined;
  const waiting = (node.instructions?.said ?? []).filter(
    // What a summary stands for is not said again, but for what is being worked on.
    ({ beforeStep, isRunning }) => isRunning || beforeStep > throughStep,
  );
  for (const row of trace) {
    sayInstructions(row.step);
    const message = cleanMessage(toTraceMessage(row), { keepsReasoning: true });
    if (message !== undefined)
      add(message, row.tokens, { from: 'trace', step: row.step, ordinal: row.ordinal });
  }
  sayInstructions(step);
  return {
    entries,
    references,
    turnStart,
    instruction,
    compaction: adopted && { ...adopted, summary: adopted.summary ?? '' },
    lastCompaction: compactions[0],
    ...(await leadingOf(db, {
      ...{ execution, node, step, older, embedder },
      replaced: [...replaced, ...droppedFrom({ entries, references, turnStart, execution, node })],
      question: questionOf(entries[turnStart]),
    })),
    history: execution.currentSeq === null ? undefined : limitsOf(node),
    placeholders,
    left: [...left, ...leftOfTrace(trace, compacted, tokenFactor)],
    hasSpilled: (compacted?.spilledTokens ?? 0) > 0 || trace.some(({ spilledTokens }) => spilledTokens > 0),
    trace,
    thread: rows.map(({ seq, role, content }) => ({ seq, role, content })),
    inputs: inputsOf(trace),
    answers: new Map(node.answers.map(({ step: answered, text }) => [answered, text])),
  };

  function sayThread(row: WindowRow): void {
    const { seq, role, content, characters, tokens, isIndexed } = row;
    const reference = { from: 'conversation', seq } as const;
    if (seq === execution.currentSeq || characters <= node.history.messageCharacters)
      return add({ role, content }, tokens, reference);
    const text = placeholderText({
      ...{ characters, beginning: content },
      isIndexed: isIndexed && node.history.retrieval !== undefined,
    });
    const message = { role, content: text };
    const plain = countMessageTokens(message);
    placeholders.set(entries.length, text);
    add(message, plain, reference);
    const leftTokens = scaleTokens(tokens, tokenFactor) - scaleTokens(plain, tokenFactor);
    left.push({
      ...{ from: 'conversation', first: seq, last: seq, count: 1, tokens: leftTokens, rule: 'placeholder' },
    });
  }
  function sayInstructions(throughBegun: number): void {
    for (let next = waiting[0]; next !== undefined && next.beforeStep <= throughBegun; next = waiting[0]) {
      if (next.isRunning) instruction = entries.length;
      sayOwn(next.text, { from: 'aside', text: next.text });
      waiting.shift();
    }
  }
  function sayOwn(text: string, reference: MessageReference): void {
    add({ role: 'user', content: text }, input.countInput(text), reference);
  }
  function add(message: ContextEntry['message'], tokens: number, reference: MessageReference): void {
    entries.push({ index: entries.length, message, tokens: scaleTokens(tokens, tokenFactor) });
    references.push(reference);
  }
}

/** An execution outside a conversation has no thread. */
async function threadOf(db: Database, input: GatherThreadInput): Promise<GatheredThread> {
  const { conversationId, currentSeq } = input.execution;
  return conversationId === null || currentSeq === null
    ? { rows: [], left: isolatedInput(input), older: undefined, replaced: [] }
    : gatherThread(db, { ...input, execution: { ...input.execution, conversationId, currentSeq } });
}

async function leadingOf(
  db: Database,
  input: Omit<Parameters<typeof gatherLeading>[1], 'execution'> & { execution: ExecutionFacts },
): Promise<Pick<GatheredContext, 'leading' | 'asked' | 'warnings'>> {
  const { conversationId } = input.execution;
  if (conversationId === null) return { leading: [], asked: undefined, warnings: [] };
  const { leading, summary, warnings } = await gatherLeading(db, {
    ...{ ...input, execution: { ...input.execution, conversationId } },
  });
  // One that is shown in part must not be replaced by what was made of the part.
  const isCut = leading.some((one) => one.from === 'summary' && one.isCut);
  // Of a run with several answers nobody knows which is the last.
  const mayAsk = !isCut && input.node.instructions === undefined;
  return { leading, warnings, asked: mayAsk ? askedSummary({ ...input, summary }) : undefined };
}

/** A summary's tokens are some four characters each: known well enough to say which messages it crowds out. */
const CHARACTERS_A_TOKEN = 4;

/** Messages of the thread that the history's limits will leave out: what is found of them is sent instead. */
function droppedFrom({
  entries,
  references,
  turnStart,
  execution,
  node,
}: Pick<GatheredContext, 'entries' | 'references' | 'turnStart'> & {
  execution: ExecutionFacts;
  node: NodeContext;
}): number[] {
  const hasSummary = execution.summaryOrdinal !== null && node.history.summaries !== undefined;
  const budget = hasSummary ? summaryBudget(execution.threadDepth, node.history.summaries?.tokens) : 0;
  const { left } = dropOldest({
    ...{ entries, turnStart, limits: limitsOf(node), prefixCharacters: budget * CHARACTERS_A_TOKEN },
  });
  return left.flatMap(({ index }) => {
    const reference = references[index];
    return reference?.from === 'conversation' ? [reference.seq] : [];
  });
}

function limitsOf({ history: { characters, tokens } }: NodeContext): HistoryLimits {
  return { characters, tokens };
}

function questionOf(entry: ContextEntry | undefined): string {
  return typeof entry?.message.content === 'string' ? entry.message.content : '';
}

/** The text of an execution outside a conversation, where a node asks something else. */
function isolatedInput({ execution, node, tokenFactor }: Omit<GatherThreadInput, 'adopted'>): LeftRange[] {
  const text = execution.input ?? '';
  if (node.prompt === undefined || text === '') return [];
  const tokens = scaleTokens(countMessageTokens({ role: 'user', content: text }), tokenFactor);
  return [{ from: 'input', first: 0, last: 0, count: 1, tokens, rule: 'isolated' }];
}

/** What rows say of themselves: thinking that is never sent, results that became artifacts; and compacted steps. */
function leftOfTrace(
  trace: readonly TraceRow[],
  compacted: { first: number; last: number; count: number; tokens: number } | undefined,
  tokenFactor: number,
): LeftRange[] {
  const left: LeftRange[] = [];
  if (compacted !== undefined && compacted.count > 0)
    left.push({
      from: 'trace',
      first: compacted.first,
      last: compacted.last,
      count: compacted.count,
      tokens: scaleTokens(compacted.tokens, tokenFactor),
      rule: 'compacted',
    });
  for (const rule of ['hygiene', 'spilled'] as const) {
    const of = rule === 'hygiene' ? 'hygieneTokens' : 'spilledTokens';
    const rows = trace.filter((row) => row[of] > 0);
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) continue;
    const tokens = rows.reduce((sum, row) => sum + scaleTokens(row[of], tokenFactor), 0);
    left.push({ from: 'trace', first: first.step, last: last.step, count: rows.length, tokens, rule });
  }
  return left;
}

function inputsOf(trace: readonly TraceRow[]): Map<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const { step, role, content } of trace)
    if (role === 'assistant')
      for (const [index, call] of toolCallsOf(content).entries())
        inputs.set(`${step}.${index + 1}`, call.input);
  return inputs;
}
