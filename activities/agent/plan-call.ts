import { compactionProblem } from '../../context/compaction/is-compaction-due.js';
import { summaryMessage } from '../../context/compaction/summary-message.js';
import { contentHash } from '../../context/content-hash.js';
import type { ContextEntry } from '../../context/entries.js';
import { grammarOf } from '../../context/grammar/grammar.js';
import { validateGrammar } from '../../context/grammar/validate-grammar.js';
import type { ContextManifest, SentItem } from '../../context/manifest.js';
import { planContext, type ContextPlan } from '../../context/plan-context.js';
import { scaleCounters, type Counters } from '../../context/planning-tools.js';
import { openingEntry, renderManifest } from '../../context/render-manifest.js';
import type { PointedResult } from '../../context/results/show-pointer.js';
import type { ContextSettings } from '../../context/settings.js';
import { spillLimit } from '../../context/spill/spill-limit.js';
import { toManifest } from '../../context/to-manifest.js';
import type { AgentConfig } from '../../flow/definition.js';
import { countMessageTokens, countTextTokens } from '../../models/count-tokens.js';
import { lookUpModel } from '../../models/model-table.js';
import type { ToolSchema } from '../../tools/tool-registry.js';
import type { GatheredContext } from './gather-context.js';
import { requestHash, toRequest } from './request.js';
import { resultPointer } from './result-pointer.js';
import { windowOf } from './window-of.js';

export interface PlanCallInput {
  config: AgentConfig;
  settings: ContextSettings;
  /** The system prompt had templates, which were filled in. */
  isSystemOwn?: boolean;
  gathered: GatheredContext;
  /** Of the node's own tools. */
  tools: readonly ToolSchema[];
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
}

/** The counters of a model. */
export function countersOf(model: string): Counters {
  const plain = { countText: countTextTokens, countMessage: countMessageTokens };
  return scaleCounters(plain, lookUpModel(model).tokenFactor);
}

/** Plans one call from rows that were read, and writes the plan down. Pure. */
export function planCall(input: PlanCallInput): PlannedCall {
  const canRead = input.config.artifacts !== false && input.tools.length > 0;
  const { hasSpilled } = input.gathered;
  const first = planWith(input, { offersReaders: canRead && hasSpilled, canRead });
  const { pointers, sent } = first.manifest;
  const needsReaders = pointers.length > 0 || sent.some((item) => 'cut' in item && item.cut !== undefined);
  if (!canRead || hasSpilled || !needsReaders) return first;
  // What was cut or became a pointer just now can be read back: the tools for that cost room, so once more.
  const second = planWith(input, { offersReaders: true, canRead });
  return second.plan.verdict === 'cannot-fit' ? first : second;
}

function planWith(
  input: PlanCallInput,
  { offersReaders, canRead }: { offersReaders: boolean; canRead: boolean },
): PlannedCall {
  const { config, settings, gathered } = input;
  const { window, reserve, warnings } = windowOf(config);
  const compaction = { isOn: settings.isCompactionOn, pct: settings.compactionPct };
  const problem = compactionProblem(compaction, { reserve, window });
  if (problem !== undefined) throw new Error(problem);
  const counters = countersOf(config.model);
  const { tokenFactor } = lookUpModel(config.model);
  const { texts, remember } = createMemory();
  const grammar = grammarOf(config.model);
  // Anthropic wants the tools of earlier calls described, also where none may be called any more.
  const isDescribed = !input.isToolless || (grammar === 'anthropic' && gathered.trace.length > 0);
  const own = new Set(input.tools.map(({ name }) => name));
  const readers = offersReaders ? input.readers.filter(({ name }) => !own.has(name)) : [];
  const tools = isDescribed ? [...input.tools, ...readers] : [];
  const toolsJson = tools.length === 0 ? '' : JSON.stringify(tools);
  const systemText = config.system?.trim() ? config.system : undefined;
  const summaryText = gathered.compaction && summaryMessage(gathered.compaction.summary);
  const toEntry = (role: 'system' | 'user', text: string | undefined): ContextEntry[] => {
    if (text === undefined) return [];
    const message = { role, content: text } as const;
    return [{ index: role === 'system' ? -1 : Infinity, message, tokens: counters.countMessage(message) }];
  };
  const [summary] = toEntry('system', summaryText);
  const [note] = toEntry('user', input.note);
  const opening = config.extra_config?.system_fallback === true ? systemText : undefined;
  const prefix = toEntry('user', opening).map(({ tokens }) => openingEntry(opening ?? '', tokens));
  const toolTokens = toolsJson === '' ? 0 : counters.countText(toolsJson);
  const plan = planContext({
    entries: gathered.entries,
    turnStart: gathered.turnStart,
    system: [...toEntry('system', systemText), ...(summary ? [summary] : [])],
    prefix,
    suffix: note ? [note] : [],
    toolTokens,
    window,
    reserve,
    budgetShare: input.budgetShare,
    ...(input.tokenLimit !== undefined && { tokenLimit: input.tokenLimit }),
    grammar,
    isToolless: false,
    keepsReasoning: (index) => index > gathered.turnStart,
    oversize: config.oversize ?? 'cut',
    compaction,
    resultLimit: spillLimit({ window, pct: settings.spillPct }),
    pointerOf: (pointed) => pointerFor(pointed, counters),
    marker: (leftTokens) => cutMarker(leftTokens),
    counters,
  });
  const { sent, pointers, left } = toManifest({
    plan,
    references: gathered.references,
    originals: gathered.entries,
    turnStart: gathered.turnStart,
    remember,
  });
  const leading: SentItem[] =
    gathered.compaction && summary && summaryText !== undefined
      ? [
          {
            from: 'compaction',
            step: gathered.compaction.step,
            text: remember(summaryText),
            tokens: summary.tokens,
          },
        ]
      : [];
  for (const { tokens } of prefix) leading.push({ from: 'opening', text: remember(opening ?? ''), tokens });
  const closing: SentItem[] =
    note && input.note !== undefined
      ? [{ from: 'note', text: remember(input.note), tokens: note.tokens }]
      : [];
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
    system: systemText === undefined ? null : remember(systemText),
    ...(input.isSystemOwn && systemText !== undefined && { isSystemOwn: true as const }),
    tools: toolsJson === '' ? null : remember(toolsJson),
    ...(input.isToolless && toolsJson !== '' && { isToolless: true as const }),
    sent: [...leading, ...sent, ...closing],
    pointers,
    left: [...gathered.left, ...left],
    ...(warnings.length + plan.warnings.length > 0 && { warnings: [...warnings, ...plan.warnings] }),
  };
  const manifest: ContextManifest = { ...unsigned, request: '' };
  const text = (hash: string): string => texts.get(hash) ?? missing(hash);
  const messages =
    plan.verdict === 'cannot-fit'
      ? []
      : renderManifest(manifest, {
          thread: gathered.thread,
          trace: gathered.trace,
          answers: gathered.answers,
          input: inputText(gathered),
          text,
        });
  const problems = plan.verdict === 'cannot-fit' ? [] : validateGrammar(messages, grammar);
  if (problems.length > 0) throw new Error(`What is rendered is not valid for ${grammar}: ${problems[0]}`);
  const request = requestHash(toRequest(manifest, { messages, toolsJson: toolsJson || undefined }));
  return { plan, manifest: { ...manifest, request }, texts };

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

function createMemory(): { texts: Map<string, string>; remember: (text: string) => string } {
  const texts = new Map<string, string>();
  return {
    texts,
    remember(text) {
      const hash = contentHash(text);
      texts.set(hash, text);
      return hash;
    },
  };
}
