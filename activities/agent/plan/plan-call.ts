import { compactionProblem } from '../../../context/compaction/is-compaction-due.js';
import { summaryMessage } from '../../../context/compaction/summary-message.js';
import type { ContextEntry } from '../../../context/entries.js';
import { findGrammar } from '../../../context/grammar/grammar.js';
import { validateGrammar } from '../../../context/grammar/validate-grammar.js';
import type { ContextManifest, SentDirective, SentItem, SentPlaceholder } from '../../../context/manifest.js';
import { planContext, type ContextPlan } from '../../../context/plan-context.js';
import { scaleCounters, type Counters } from '../../../context/planning-tools.js';
import { directiveEntry, openingEntry, renderManifest } from '../../../context/render-manifest.js';
import type { PointedResult } from '../../../context/results/show-pointer.js';
import type { ContextSettings } from '../../../context/settings.js';
import { spillLimit } from '../../../context/spill/spill-limit.js';
import { inlineDirective } from '../../../context/summary/inline-directive.js';
import { toManifest } from '../../../context/to-manifest.js';
import type { AgentConfig } from '../../../flow/kinds/agent.js';
import { countMessageTokens, countTextTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';
import type { AskedSummary, GatheredContext } from './gather-context.js';
import { leadingItem, type LeadingText } from './leading-text.js';
import { requestHash, toRequest } from '../call/request.js';
import { resultPointer } from './result-pointer.js';
import { createTextMemory, type TextMemory } from './text-memory.js';
import { windowOf } from './window-of.js';

export interface PlanCallInput {
  config: AgentConfig;
  settings: ContextSettings;
  /** The system prompt had templates, which were filled in. */
  isSystemOwn?: boolean;
  gathered: GatheredContext;
  /** Of the node's own tools. */
  tools: readonly ToolSchema[];
  /** Of those that look up what was said earlier; offered once there is something that is not sent. */
  finders?: readonly ToolSchema[];
  /** Of those that read back what is stored; offered once there is something to read. */
  readers: readonly ToolSchema[];
  /** No tool may be called any more. */
  isToolless: boolean;
  budgetShare: number;
  /** Tokens that the messages may have at the most: less than the provider found too long. */
  tokenLimit?: number;
  /** What the loop guards tell the model. */
  note: string | undefined;
}

/** A planned call: what is decided, its record, and the texts of ours that the record refers to by hash. */
export interface PlannedCall {
  plan: ContextPlan;
  manifest: ContextManifest;
  texts: ReadonlyMap<string, string>;
  /** Hashes of those that are the same for all executions. */
  shared: ReadonlySet<string>;
}

/** The counters of a model. */
export function countersOf(model: string): Counters {
  const plain = { countText: countTextTokens, countMessage: countMessageTokens };
  return scaleCounters(plain, lookUpModel(model).tokenFactor);
}

/** Plans one call from rows that were read, and writes the plan down. Pure. */
export function planCall(input: PlanCallInput): PlannedCall {
  const { asked } = input.gathered;
  if (asked === undefined) return planReading(input, undefined);
  const planned = planReading(input, asked);
  // A summary may only stand for what its writer was sent whole.
  return isSentWhole(input.gathered, planned) ? planned : planReading(input, undefined);
}

function isSentWhole(
  { entries, references, placeholders, asked }: GatheredContext,
  { plan }: PlannedCall,
): boolean {
  if (asked === undefined || plan.cut !== undefined || plan.verdict !== 'ready') return false;
  const sent = new Set(plan.entries.map(({ index }) => index));
  let next = asked.base.coversThrough + 1;
  for (const { index } of entries) {
    const reference = references[index];
    if (reference?.from !== 'conversation' || reference.seq < next) continue;
    if (reference.seq > next || !sent.has(index) || placeholders.has(index)) return false;
    next += 1;
  }
  return next > asked.coversThrough;
}

function planReading(input: PlanCallInput, asked: AskedSummary | undefined): PlannedCall {
  const canRead = input.config.artifacts !== false && input.tools.length > 0;
  // Long messages that a history tool shows in part are read on with them, too.
  const hasSpilled = input.gathered.hasSpilled || (input.finders ?? []).length > 0;
  const first = planWith(input, { offersReaders: canRead && hasSpilled, canRead, asked });
  const { pointers, sent } = first.manifest;
  const needsReaders = pointers.length > 0 || sent.some((item) => 'cut' in item && item.cut !== undefined);
  if (!canRead || hasSpilled || !needsReaders) return first;
  // What was cut or became a pointer just now can be read back: the tools for that cost room, so once more.
  const second = planWith(input, { offersReaders: true, canRead, asked });
  return second.plan.verdict === 'cannot-fit' ? first : second;
}

function planWith(
  input: PlanCallInput,
  {
    offersReaders,
    canRead,
    asked,
  }: { offersReaders: boolean; canRead: boolean; asked: AskedSummary | undefined },
): PlannedCall {
  const { config, settings, gathered } = input;
  const { window, reserve, warnings } = windowOf(config);
  const compaction = { isOn: settings.isCompactionOn, pct: settings.compactionPct };
  const problem = compactionProblem(compaction, { reserve, window });
  if (problem !== undefined) throw new Error(problem);
  const counters = countersOf(config.model);
  const { tokenFactor } = lookUpModel(config.model);
  const memory = createTextMemory();
  const grammar = findGrammar(config.model);
  // Anthropic wants the tools of earlier calls described, also where none may be called any more.
  const isDescribed = !input.isToolless || (grammar === 'anthropic' && gathered.trace.length > 0);
  const own = new Set(input.tools.map(({ name }) => name));
  const readers = offersReaders ? input.readers.filter(({ name }) => !own.has(name)) : [];
  const finders = (input.finders ?? []).filter(({ name }) => !own.has(name));
  const tools = isDescribed ? [...input.tools, ...finders, ...readers] : [];
  const toolsJson = tools.length === 0 ? '' : JSON.stringify(tools);
  const systemText = config.system?.trim() ? config.system : undefined;
  const toEntry = (role: 'system' | 'user', text: string | undefined): ContextEntry[] => {
    if (text === undefined) return [];
    const message = { role, content: text } as const;
    return [{ index: role === 'system' ? -1 : Infinity, message, tokens: counters.countMessage(message) }];
  };
  const leading = leadingTexts(gathered).map((one) => ({ one, entries: toEntry('system', one.text) }));
  const directiveText = asked && inlineDirective({ ...asked, hasSummary: asked.base.ordinal !== null });
  const [directive] = toEntry('system', directiveText).map(({ tokens }) =>
    directiveEntry(directiveText ?? '', tokens),
  );
  const [note] = toEntry('user', input.note);
  const opening = config.extra_config?.system_fallback === true ? systemText : undefined;
  const prefix = toEntry('user', opening).map(({ tokens }) => openingEntry(opening ?? '', tokens));
  const toolTokens = toolsJson === '' ? 0 : counters.countText(toolsJson);
  const plan = planContext({
    entries: gathered.entries,
    turnStart: gathered.turnStart,
    instruction: gathered.instruction,
    system: [
      ...toEntry('system', systemText),
      ...leading.flatMap(({ entries }) => entries),
      ...(directive ? [directive] : []),
    ],
    prefix,
    suffix: note ? [note] : [],
    toolTokens,
    window,
    reserve,
    budgetShare: input.budgetShare,
    ...(input.tokenLimit !== undefined && { tokenLimit: input.tokenLimit }),
    ...(gathered.history && {
      history: { ...gathered.history, prefixCharacters: prefixCharacters(gathered) },
    }),
    grammar,
    isToolless: false,
    keepsReasoning: (index) => index > gathered.turnStart,
    oversize: config.oversize ?? 'cut',
    compaction,
    resultLimit: spillLimit({ window, pct: settings.spillPct }),
    findPointer: (pointed) => pointerFor(pointed, counters),
    marker: (leftTokens) => cutMarker(leftTokens),
    counters,
  });
  const { sent, pointers, left } = toManifest({
    plan,
    references: gathered.references,
    originals: gathered.entries,
    turnStart: gathered.turnStart,
    remember: (text) => memory.keep(text),
  });
  const opened: SentItem[] = leading.flatMap(({ one, entries }) =>
    entries.map(({ tokens }) => leadingItem(one, { tokens, memory })),
  );
  for (const { tokens } of prefix) opened.push({ from: 'opening', text: memory.keep(opening ?? ''), tokens });
  const closing: SentItem[] = [
    ...(directive && asked
      ? [toDirective(asked, { text: memory.share(directiveText ?? ''), ...directive })]
      : []),
    ...(note && input.note !== undefined
      ? [{ from: 'note' as const, text: memory.keep(input.note), tokens: note.tokens }]
      : []),
  ];
  const placeholders = sentPlaceholders(gathered, { plan, memory });
  const noted = [...warnings, ...gathered.warnings, ...plan.warnings];
  const unsigned: Omit<ContextManifest, 'request'> = {
    policy: 2,
    grammar,
    ...(tokenFactor !== 1 && { tokenFactor }),
    window,
    reserve,
    systemTokens: plan.systemTokens,
    toolTokens,
    budget: plan.budget,
    tokens: plan.tokens,
    ...(input.budgetShare < 1 && { budgetShare: input.budgetShare }),
    system: systemText === undefined ? null : rememberSystem(systemText),
    ...(input.isSystemOwn && systemText !== undefined && { isSystemOwn: true as const }),
    tools: toolsJson === '' ? null : memory.share(toolsJson),
    ...(input.isToolless && toolsJson !== '' && { isToolless: true as const }),
    sent: [...opened, ...sent, ...closing],
    pointers,
    ...(placeholders.length > 0 && { placeholders }),
    left: [...gathered.left, ...left],
    ...(noted.length > 0 && { warnings: noted }),
  };
  const manifest: ContextManifest = { ...unsigned, request: '' };
  const text = (hash: string): string => memory.texts.get(hash) ?? missing(hash);
  const messages =
    plan.verdict === 'cannot-fit'
      ? []
      : renderManifest(manifest, {
          thread: gathered.thread,
          trace: gathered.trace,
          answers: gathered.answers,
          ...leadingSources(gathered.leading),
          input: inputText(gathered),
          text,
        });
  const problems = plan.verdict === 'cannot-fit' ? [] : validateGrammar(messages, grammar);
  if (problems.length > 0) throw new Error(`What is rendered is not valid for ${grammar}: ${problems[0]}`);
  const request = requestHash(toRequest(manifest, { messages, toolsJson: toolsJson || undefined }));
  return { plan, manifest: { ...manifest, request }, texts: memory.texts, shared: memory.shared };

  function rememberSystem(words: string): string {
    return input.isSystemOwn ? memory.keep(words) : memory.share(words);
  }

  function pointerFor(pointed: PointedResult, { countText }: Counters): string | undefined {
    if (!canRead) return undefined;
    const reference = gathered.references[pointed.index];
    if (reference?.from !== 'trace') return undefined;
    const { step, ordinal } = reference;
    return resultPointer(pointed, {
      step,
      ordinal,
      input: gathered.inputs.get(`${step}.${ordinal}`),
      countText,
    });
  }

  function cutMarker(leftTokens: number): string {
    const reference = gathered.references[gathered.turnStart];
    if (!canRead || reference === undefined)
      return `\n[… ${leftTokens} tokens left out here; the whole message is stored …]\n`;
    const name = reference.from === 'conversation' ? `message:${reference.seq}` : 'input';
    return `\n[… ${leftTokens} tokens left out here; read_artifact reads them, name '${name}' …]\n`;
  }
}

function inputText({ entries, turnStart }: GatheredContext): string {
  const content = entries[turnStart]?.message.content;
  return typeof content === 'string' ? content : '';
}

function missing(hash: string): never {
  throw new Error(`A manifest refers to the text '${hash}', which was not made`);
}

/** After a compaction its summary stands for the thread's, too, and for what was found in it. */
export function leadingTexts({ compaction, leading }: GatheredContext): LeadingText[] {
  if (compaction === undefined) return [...leading];
  const { step, summary } = compaction;
  return [
    { from: 'compaction', step, text: summaryMessage(summary) },
    ...leading.filter(({ from }) => from === 'ancestor' || from === 'anchor'),
  ];
}

/** What rendering a plan needs to know of what leads it. */
function leadingSources(leading: readonly LeadingText[]) {
  const summary = leading.find((one) => one.from === 'summary');
  const passages = leading.find((one) => one.from === 'passages');
  return {
    ...(summary && { summary: summary.text.slice(summary.heading.length) }),
    ...(passages && { passages: passages.found }),
  };
}

function prefixCharacters({ leading }: GatheredContext): number {
  return leading.find(({ from }) => from === 'summary')?.text.length ?? 0;
}

function toDirective(
  { base, coversThrough, budget }: AskedSummary,
  { text, tokens }: { text: string; tokens: number },
): SentDirective {
  return { from: 'directive', text, base, coversThrough, budget, tokens };
}

function sentPlaceholders(
  { placeholders, references }: GatheredContext,
  { plan, memory }: { plan: ContextPlan; memory: TextMemory },
): SentPlaceholder[] {
  return plan.entries.flatMap(({ index, tokens }) => {
    const text = placeholders.get(index);
    const reference = references[index];
    if (text === undefined || reference?.from !== 'conversation') return [];
    return [{ seq: reference.seq, text: memory.keep(text), tokens }];
  });
}
