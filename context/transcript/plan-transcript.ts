import type { ModelMessage } from '@ai-sdk/provider-utils';
import { compactionProblem } from '../compaction/is-compaction-due.js';
import { replaceMessage, type ContextEntry, type LeftOut } from '../entries.js';
import { findGrammar, type Grammar } from '../grammar/grammar.js';
import { NO_TURN } from '../hygiene/clean-entries.js';
import { cleanMessage } from '../hygiene/clean-message.js';
import { trimId } from '../hygiene/wire-ids.js';
import { planContext } from '../plan-context.js';
import { scaleCounters, type Counters } from '../planning-tools.js';
import type { ContextSettings } from '../settings.js';
import { pointerText, shortPointer } from '../spill/pointer.js';
import { renderOutput } from '../spill/render-output.js';
import { spillLimit } from '../spill/spill-limit.js';
import { resolveWindow, type WindowFacts } from '../window.js';
import { limitHistory, type TranscriptHistory } from './limit-history.js';
import { sumLeft } from './sum-left.js';

/** Somebody's transcript, to be planned as if its next call were due. */
export interface TranscriptInput {
  model: string;
  /** In the AI SDK's shape, the system's among them. */
  messages: readonly ModelMessage[];
  settings?: TranscriptSettings;
}

export interface TranscriptSettings {
  contextWindow?: unknown;
  maxOutputTokens?: unknown;
  /** Absent: unknown, tool messages stay; empty: an agent without tools. */
  tools?: readonly { name: string; description?: string; inputSchema: unknown }[];
  grammar?: Grammar;
  oversize?: 'cut' | 'refuse';
  compaction?: boolean;
  /** Absent: all that fits is sent. */
  history?: TranscriptHistory;
}

/** What a dry run says; `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`. */
export interface TranscriptPlan {
  verdict: 'ready' | 'compact' | 'cannot-fit';
  window: number;
  reserve: number;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  /** What the messages sent cost, without the system's. */
  tokens: number;
  messages: readonly ModelMessage[];
  left: readonly LeftOut[];
  warnings: readonly string[];
}

/** What planning a transcript needs of its surroundings. */
export interface TranscriptTools {
  counters: Counters;
  lookUpModel: (model: string) => WindowFacts & { tokenFactor: number };
  settings: ContextSettings;
}

/**
 * The whole planner on a transcript, with every result taken as stored under its call's id. Throws a sentence
 * where settings contradict each other.
 */
export function planTranscript(input: TranscriptInput, tools: TranscriptTools): TranscriptPlan {
  const { model, settings = {} } = input;
  const facts = tools.lookUpModel(model);
  const counters = scaleCounters(tools.counters, facts.tokenFactor);
  const { window, reserve, warnings } = resolveWindow({ ...settings, model: facts });
  const compaction = {
    isOn: tools.settings.isCompactionOn && settings.compaction !== false,
    pct: tools.settings.compactionPct,
  };
  const problem = compactionProblem(compaction, { reserve, window });
  if (problem !== undefined) throw new Error(problem);
  const resultLimit = spillLimit({ window, pct: tools.settings.spillPct });
  const toolTokens =
    settings.tools === undefined || settings.tools.length === 0
      ? 0
      : counters.countText(JSON.stringify(settings.tools));
  const { entries, system, left, tokensOf } = partRoles(input.messages, counters);
  const { history = {} } = settings;
  const turnStart = entries.findLast(({ message }) => message.role === 'user')?.index ?? NO_TURN;
  const limited = limitHistory({ entries, history, turnStart, countMessage: counters.countMessage });
  const plan = planContext({
    entries: limited.entries,
    history: {
      characters: history.characters ?? Infinity,
      tokens: history.tokens ?? Infinity,
      prefixCharacters: 0,
    },
    system,
    toolTokens,
    window,
    reserve,
    grammar: settings.grammar ?? findGrammar(model),
    isToolless: settings.tools?.length === 0,
    oversize: settings.oversize ?? 'cut',
    compaction,
    resultLimit,
    findPointer: (pointed) => transcriptPointer(pointed, counters),
    marker: (leftTokens) => `\n[… ${leftTokens} tokens left out …]\n`,
    counters,
  });
  const { verdict, systemTokens, budget, tokens, messages } = plan;
  return {
    ...{ verdict, window, reserve, systemTokens, toolTokens, budget, tokens, messages },
    left: sumLeft([...left, ...limited.left, ...plan.left], tokensOf),
    warnings: [...warnings, ...plan.warnings, ...(plan.reason === undefined ? [] : [plan.reason])],
  };
}

/** System messages apart, cleaned: blank ones go. */
function partRoles(
  messages: readonly ModelMessage[],
  counters: Counters,
): { entries: ContextEntry[]; system: ContextEntry[]; left: LeftOut[]; tokensOf: (index: number) => number } {
  const { countMessage } = counters;
  const counts: number[] = [];
  const entries: ContextEntry[] = [];
  const system: ContextEntry[] = [];
  const left: LeftOut[] = [];
  messages.forEach((message, index) => {
    const tokens = countMessage(message);
    counts.push(tokens);
    if (message.role !== 'system') return void entries.push({ index, message, tokens });
    const clean = cleanMessage(message);
    if (clean === undefined) left.push({ index, rule: 'hygiene', tokens });
    else if (clean === message) system.push({ index, message, tokens });
    else
      system.push(replaceMessage({ index, message, tokens }, clean, { rule: 'hygiene', left, countMessage }));
  });
  return { entries, system, left, tokensOf: (index) => counts[index] ?? 0 };
}

function transcriptPointer(
  { result, tokens, limit, reason }: Parameters<Parameters<typeof planContext>[0]['findPointer']>[0],
  { countText }: Counters,
): string {
  const name = trimId(result.toolCallId);
  if (reason === 'evicted' || limit < 256)
    return shortPointer({ name, tokens, tool: result.toolName, canRead: true });
  return pointerText({
    name,
    tokens,
    limit,
    text: renderOutput(result.output),
    canRead: true,
    isError: result.output.type === 'error-text' || result.output.type === 'error-json',
    countText,
  });
}
