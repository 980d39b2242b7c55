import type { ModelMessage } from '@ai-sdk/provider-utils';
import { countTools, toCallModel, type CallModel } from '../call/call-model.js';
import { fitCall, type FitCallInput } from '../call/fit-call.js';
import { pointByName } from '../call/point-at-result.js';
import type { ContextEntry, LeftOut } from '../entries.js';
import { NO_TURN } from '../hygiene/clean-entries.js';
import type { ContextPlan } from '../plan-context.js';
import type { LeftRange } from '../left.js';
import { findGrammar, type Grammar } from '../grammar/grammar.js';
import type { TemplateRules } from '../grammar/template.js';
import { trimId } from '../hygiene/wire-ids.js';
import type { Counters, FactorSource, ModelCounting } from '../planning-tools.js';
import type { PointedResult } from '../results/show-pointer.js';
import type { ContextSettings } from '../settings.js';
import { READER_TOOLS, type ReaderTool } from '../spill/reader-tools.js';
import type { TextWeights } from '../text-weights.js';
import { resolveWindow, type ReserveSource, type WindowFacts } from '../window.js';
import type { TranscriptHistory } from './limit-history.js';
import { sayAbove, type TranscriptLevel } from './say-above.js';
import { readMessages, type ReadMessages } from './read/read-messages.js';
import { sayTranscript } from './say-transcript.js';
import { sumLeft } from './sum-left.js';

/** Somebody's transcript, to be planned as if its next call were due. */
export interface TranscriptInput {
  model: string;
  /** The system's among them. Their shape may be OpenAI's or Anthropic's, too: nobody has checked it. */
  messages: readonly ModelMessage[];
  /** The system prompt where it stands apart, as in Anthropic's requests: before all messages. */
  system?: string | undefined;
  /** The conversation and threads that the transcript's thread hangs below, root first. */
  above?: readonly TranscriptLevel[] | undefined;
  settings?: TranscriptSettings | undefined;
}

export interface TranscriptSettings {
  contextWindow?: unknown;
  maxOutputTokens?: unknown;
  /**
   * Absent: unknown, tool messages stay; empty: an agent without tools. Pointers to results name `read_artifact`,
   * `read_artifact_lines` and `search_artifact` only if they are listed here.
   */
  tools?: readonly { name: string; description?: string; inputSchema: unknown }[];
  grammar?: Grammar;
  oversize?: 'cut' | 'refuse';
  compaction?: boolean;
  /** Absent: all that fits is sent. */
  history?: TranscriptHistory;
}

/** The result of a dry run; `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`. */
export interface TranscriptPlan {
  verdict: 'ready' | 'compact' | 'cannot-fit';
  window: number;
  reserve: number;
  reserveFrom: ReserveSource;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  /** Tokens of the messages that are sent, without the system's. */
  tokens: number;
  /** By which plain counts were multiplied, with its source; absent: 1, and no class of text counts more. */
  tokenFactor?: number;
  factorSource?: FactorSource;
  textWeights?: TextWeights;
  messages: readonly ModelMessage[];
  left: readonly LeftOut[];
  /** The messages of the conversation and threads above that are not sent, or not whole; absent: none were given. */
  leftAbove?: readonly LeftRange[];
  warnings: readonly string[];
}

/** The functions that planning a transcript is given: counting, and looking up a model. */
export interface TranscriptTools {
  /** How a model counts. */
  findCounting: (model: string) => ModelCounting;
  lookUpModel: (model: string) => WindowFacts & { takesPrefill: boolean; template?: TemplateRules };
  settings: ContextSettings;
}

/**
 * Plans a transcript as stored calls are planned, with every result taken as stored under its call's id. Throws a
 * sentence where settings contradict each other.
 */
export function planTranscript(input: TranscriptInput, tools: TranscriptTools): TranscriptPlan {
  const { settings = {} } = input;
  const model = findModel(input, tools);
  const toolTokens = countTools(settings.tools, model.counters);
  const { history = {}, tools: offered = [] } = settings;
  const readers = READER_TOOLS.filter((reader) => offered.some(({ name }) => name === reader));
  const isToolless = settings.tools?.length === 0;
  const read = readTranscript(input);
  const said = sayTranscript({ ...read, history, isToolless }, model);
  const above = input.above && sayAbove(input.above, { model, behind: findFirst(read) });
  const { isCompactionOn } = tools.settings;
  const fit = (turnStart: number): ContextPlan =>
    fitCall({
      entries: said.entries,
      ...(turnStart !== NO_TURN && { turnStart }),
      history: historyLimits(settings),
      system: inOrder([...said.system, ...(above?.entries ?? [])]),
      toolTokens,
      model,
      settings: { ...tools.settings, isCompactionOn: isCompactionOn && settings.compaction !== false },
      isToolless,
      keepsReasoning: (index) => index > said.loopStart,
      oversize: settings.oversize ?? 'cut',
      cutsOnlyForSpace: readers.length === 0,
      findPointer: (pointed) => pointByCall(pointed, { readers, countText: model.counters.countText }),
      marker: (leftTokens) => `\n[… ${leftTokens} tokens left out …]\n`,
    });
  const whole = fit(said.turnStart);
  // A text beside results may be the question after all, and only a turn's own message is cut.
  const plan =
    whole.verdict === 'cannot-fit' && said.lastUser !== said.turnStart ? fit(said.lastUser) : whole;
  const { verdict, systemTokens, budget, tokens, messages } = plan;
  return {
    verdict,
    window: model.window,
    reserve: model.reserve,
    reserveFrom: model.reserveFrom,
    systemTokens,
    toolTokens,
    budget,
    tokens,
    ...recordCounting(model),
    messages,
    left: sumLeft([...said.left, ...plan.left], said.tokensOf),
    leftAbove: above?.left,
    warnings: [
      ...model.warnings,
      ...read.warnings,
      ...plan.warnings,
      ...(plan.reason === undefined ? [] : [plan.reason]),
      ...describePrefill(input.model, messages, tools),
    ],
  };
}

/** A request that ends with an assistant message asks the model to go on with it. */
function describePrefill(
  model: string,
  messages: readonly ModelMessage[],
  { lookUpModel }: TranscriptTools,
): string[] {
  if (messages.at(-1)?.role !== 'assistant' || lookUpModel(model).takesPrefill) return [];
  return [
    `Model '${model}' rejects a request that ends with an assistant message: end it with a user message`,
  ];
}

function recordCounting({ tokenFactor, factorSource, textWeights }: CallModel) {
  return tokenFactor === 1 && textWeights === undefined ? {} : { tokenFactor, factorSource, textWeights };
}

/** The place of a system prompt that stands apart. */
const BEFORE_ALL = -1;

function readTranscript({ messages, system, model }: TranscriptInput): ReadMessages {
  const read = readMessages(messages, { model });
  if (system === undefined || system.trim() === '') return read;
  return {
    ...read,
    messages: [{ role: 'system', content: system }, ...read.messages],
    places: [BEFORE_ALL, ...read.places],
  };
}

/** The place of the first message behind the system messages that lead a transcript. */
function findFirst({ messages, places }: ReadMessages): number {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return places[first] ?? (places.at(-1) ?? BEFORE_ALL) + 1;
}

function inOrder(system: readonly ContextEntry[]): ContextEntry[] {
  return [...system].sort((one, other) => one.index - other.index);
}

function findModel({ model, settings = {} }: TranscriptInput, tools: TranscriptTools): CallModel {
  const { template, ...facts } = tools.lookUpModel(model);
  return toCallModel({
    ...resolveWindow({ ...settings, model: facts }),
    ...tools.findCounting(model),
    grammar: settings.grammar ?? findGrammar(model),
    template,
  });
}

function historyLimits({ history = {} }: TranscriptSettings): FitCallInput['history'] {
  return {
    characters: history.characters ?? Infinity,
    tokens: history.tokens ?? Infinity,
    prefixCharacters: 0,
  };
}

/** A transcript has no steps: a result is read back by the id of its call. */
function pointByCall(
  pointed: PointedResult,
  how: { readers: readonly ReaderTool[]; countText: Counters['countText'] },
): string {
  return pointByName(pointed, { name: trimId(pointed.result.toolCallId), ...how });
}
