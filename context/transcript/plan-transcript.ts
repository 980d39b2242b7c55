import type { ModelMessage } from '@ai-sdk/provider-utils';
import { countTools, toCallModel, type CallModel } from '../call/to-call-model.js';
import { fitCall, type FitCallInput } from '../call/plan-call.js';
import { pointByName } from '../call/point-at-result.js';
import type { ContextEntry, LeftOut } from '../message/entries.js';
import { NO_TURN } from '../hygiene/clean-entries.js';
import type { ContextPlan } from '../plan/plan-context.js';
import type { LeftRange } from '../message/left.js';
import { findGrammar, type Grammar } from '../grammar/grammar.js';
import type { TemplateRules } from '../grammar/request-template.js';
import { trimId } from '../hygiene/wire-ids.js';
import type { Counters, FactorSource, ModelCounting } from '../text/counters.js';
import type { PointedResult } from '../results/show-pointer.js';
import type { ContextSettings } from '../plan/settings.js';
import { READER_TOOLS, type ReaderTool } from '../results/reader-tools.js';
import type { TextWeights } from '../text/text-weights.js';
import { resolveWindow, type ReserveSource, type WindowFacts } from '../plan/window.js';
import type { TranscriptHistory } from './limit-history.js';
import { renderTranscriptAbove, type TranscriptLevel } from './render-transcript-above.js';
import { readMessages, type ReadMessages } from './read-messages.js';
import { renderTranscript } from './render-transcript.js';

export interface TranscriptInput {
  model: string;
  /** In the shape of the AI SDK, OpenAI or Anthropic. */
  messages: readonly ModelMessage[];
  system?: string | undefined;
  above?: readonly TranscriptLevel[] | undefined;
  settings?: TranscriptSettings | undefined;
}

export interface TranscriptSettings {
  contextWindow?: unknown;
  maxOutputTokens?: unknown;
  /** Empty for an agent without tools, absent if unknown. */
  tools?: readonly { name: string; description?: string; inputSchema: unknown }[];
  grammar?: Grammar;
  oversize?: 'cut' | 'refuse';
  compaction?: boolean;
  history?: TranscriptHistory;
}

export interface TranscriptPlan {
  verdict: 'ready' | 'compact' | 'cannot-fit';
  window: number;
  reserve: number;
  reserveFrom: ReserveSource;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  tokens: number;
  tokenFactor?: number;
  factorSource?: FactorSource;
  textWeights?: TextWeights;
  messages: readonly ModelMessage[];
  left: readonly LeftOut[];
  leftAbove?: readonly LeftRange[];
  warnings: readonly string[];
}

export interface TranscriptTools {
  findCounting: (model: string) => ModelCounting;
  lookUpModel: (model: string) => WindowFacts & { takesPrefill: boolean; template?: TemplateRules };
  settings: ContextSettings;
}

export function planTranscript(input: TranscriptInput, tools: TranscriptTools): TranscriptPlan {
  const { settings = {} } = input;
  const model = findModel(input, tools);
  const toolTokens = countTools(settings.tools, model.counters);
  const { history = {}, tools: offered = [] } = settings;
  const readers = READER_TOOLS.filter((reader) => offered.some(({ name }) => name === reader));
  const isToolless = settings.tools?.length === 0;
  const read = readTranscript(input);
  const rendered = renderTranscript({ ...read, history, isToolless }, model);
  const above = input.above && renderTranscriptAbove(input.above, { model, behind: findFirst(read) });
  const { isCompactionOn } = tools.settings;
  const fit = (turnStart: number): ContextPlan =>
    fitCall({
      entries: rendered.entries,
      ...(turnStart !== NO_TURN && { turnStart }),
      history: historyLimits(settings),
      system: inOrder([...rendered.system, ...(above?.entries ?? [])]),
      toolTokens,
      model,
      settings: { ...tools.settings, isCompactionOn: isCompactionOn && settings.compaction !== false },
      isToolless,
      keepsReasoning: (index) => index > rendered.loopStart,
      oversize: settings.oversize ?? 'cut',
      cutsOnlyForSpace: readers.length === 0,
      findPointer: (pointed) => pointByCall(pointed, { readers, countText: model.counters.countText }),
      marker: (leftTokens) => `\n[… ${leftTokens} tokens left out …]\n`,
    });
  const whole = fit(rendered.turnStart);
  const plan =
    whole.verdict === 'cannot-fit' && rendered.lastUser !== rendered.turnStart
      ? fit(rendered.lastUser)
      : whole;
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
    left: sumLeft([...rendered.left, ...plan.left], rendered.tokensOf),
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
  return tokenFactor === 1 && !textWeights ? {} : { tokenFactor, factorSource, textWeights };
}

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

function pointByCall(
  pointed: PointedResult,
  how: { readers: readonly ReaderTool[]; countText: Counters['countText'] },
): string {
  return pointByName(pointed, { name: trimId(pointed.result.toolCallId), ...how });
}

/** Sums omitted tokens by message and rule, without a repair's messages. */
export function sumLeft(left: readonly LeftOut[], tokensOf: (index: number) => number): LeftOut[] {
  const sums: LeftOut[] = [];
  let room = 0;
  for (const { index, rule, tokens } of left.toSorted((one, other) => one.index - other.index)) {
    const last = sums.at(-1);
    if (last?.index !== index) room = tokensOf(index);
    const counted = Math.min(tokens, room);
    room -= counted;
    if (counted === 0) continue;
    const same = sums.findLast((sum) => sum.index !== index || sum.rule === rule);
    if (same?.index === index) same.tokens += counted;
    else sums.push({ index, rule, tokens: counted });
  }
  return sums;
}
