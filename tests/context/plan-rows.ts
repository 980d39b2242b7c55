import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ContextEntry } from '../../context/message/entries.js';
import { GRAMMAR_TRAITS, type Grammar } from '../../context/grammar/grammar.js';
import { cleanMessage } from '../../context/hygiene/clean-message.js';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import { planContext, type ContextPlan } from '../../context/plan/plan-context.js';
import { renderManifest } from '../../context/manifest/render-manifest.js';
import type { MessageReference, SentItem } from '../../context/sent/sent-kinds.js';
import { toTraceMessage, type ThreadText, type TraceEntry } from '../../context/sent/sources.js';
import { toManifest } from '../../context/manifest/to-manifest.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import { COUNTERS } from './messages.js';

export interface Rows {
  thread?: readonly ThreadText[];
  input?: string;
  trace: readonly TraceEntry[];
  asides?: readonly { text: string; beforeStep: number }[];
}

export interface PlanRowsInput {
  budget: number;
  grammar?: Grammar;
  resultLimit?: number;
  system?: string;
  summary?: string;
  note?: string;
}

export interface PlannedRows {
  plan: ContextPlan;
  manifest: ContextManifest;
  texts: ReadonlyMap<string, string>;
  render: () => ModelMessage[];
}

export function planRows(rows: Rows, given: PlanRowsInput): PlannedRows {
  const { grammar = 'openai-chat', resultLimit = 25_000, system, summary, note, budget } = given;
  const { entries, references, turnStart, instruction } = toEntriesOf(rows);
  const texts = new Map<string, string>();
  const remember = (text: string): string => {
    const hash = `#${text.length}:${text.slice(0, 99)}`;
    texts.set(hash, text);
    return hash;
  };
  const entryOf = (role: 'system' | 'user', content: string | undefined): ContextEntry[] =>
    content === undefined ? [] : [placed(role === 'system' ? -1 : Infinity, { role, content })];
  const prompts = [...entryOf('system', system), ...entryOf('system', summary)];
  const systemTokens = prompts.reduce((sum, { tokens }) => sum + tokens, 0);
  const window = budget + 10 + systemTokens;
  const plan = planContext({
    entries,
    turnStart,
    instruction,
    grammar,
    resultLimit,
    window,
    counters: COUNTERS,
    system: prompts,
    suffix: entryOf('user', note),
    toolTokens: 0,
    reserve: 10,
    isToolless: false,
    oversize: 'cut',
    compaction: { isOn: false, pct: 95 },
    keepsReasoning: (index) => index > turnStart,
    findPointer: ({ index, reason, tokens }) => {
      const reference = references[index];
      return reference?.from === 'trace' && reference.ordinal > 0
        ? `[${reason} ${reference.step}.${reference.ordinal}, ${tokens}]`
        : undefined;
    },
    marker: (leftTokens) => `[${leftTokens} left out]`,
  });
  const { sent, pointers, pictures, left } = toManifest({
    plan,
    references,
    originals: entries,
    turnStart,
    liftsPictures: !GRAMMAR_TRAITS[grammar].hasResultPictures,
    memory: { keep: remember, share: remember },
  });
  const texted = (from: 'compaction' | 'note', text: string | undefined): SentItem[] => {
    if (text === undefined) return [];
    const common = { text: remember(text), tokens: 1 };
    return [from === 'note' ? { from, ...common } : { from, step: 1, ...common }];
  };
  const manifest: ContextManifest = {
    policy: 1,
    grammar,
    window,
    reserve: 10,
    systemTokens,
    toolTokens: 0,
    budget: plan.budget,
    tokens: plan.tokens,
    tools: null,
    request: '',
    system: system === undefined ? null : remember(system),
    sent: [...texted('compaction', summary), ...sent, ...texted('note', note)],
    pointers,
    pictures,
    left,
  };
  const text = (hash: string): string => {
    const found = texts.get(hash);
    if (found === undefined) throw new Error(`No text '${hash}'`);
    return found;
  };
  const sources = { thread: rows.thread ?? [], trace: rows.trace, input: rows.input ?? '', text };
  return { plan, manifest, texts, render: () => renderManifest(manifest, sources) };
}

function toEntriesOf({ thread = [], input, trace, asides = [] }: Rows) {
  const entries: ContextEntry[] = [];
  const references: MessageReference[] = [];
  const add = (message: ModelMessage, reference: MessageReference): void => {
    entries.push(placed(entries.length, message));
    references.push(reference);
  };
  for (const { seq, role, content } of thread) add({ role, content }, { from: 'conversation', seq });
  if (input !== undefined) add({ role: 'user', content: input }, { from: 'input' });
  const turnStart = entries.length - 1;
  let instruction: number | undefined;
  const waiting = [...asides];
  const addAsides = (step: number): void => {
    for (let next = waiting[0]; next !== undefined && next.beforeStep <= step; next = waiting[0]) {
      instruction = entries.length;
      add({ role: 'user', content: next.text }, { from: 'aside', text: next.text });
      waiting.shift();
    }
  };
  for (const row of trace) {
    addAsides(row.step);
    const message = cleanMessage(toTraceMessage(row), { keptThoughts: 'marked' });
    if (message !== undefined) add(message, { from: 'trace', step: row.step, ordinal: row.ordinal });
  }
  addAsides(Infinity);
  return { entries, references, turnStart, instruction };
}

function placed(index: number, message: ModelMessage): ContextEntry {
  return { index, message, tokens: countMessageTokens(message) };
}
