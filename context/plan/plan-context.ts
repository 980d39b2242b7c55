import type { ModelMessage } from '@ai-sdk/provider-utils';
import { arrange, insertLeadIn } from './arrange.js';
import {
  notePictures,
  placePictures,
  type PlacedPictures,
  type ThreadPictures,
} from '../message/place-pictures.js';
import { isCompactionDue, roomBelowCompaction, type CompactionSettings } from './is-compaction-due.js';
import { sumTokens, type ContextEntry, type LeftOut, type Stage } from '../message/entries.js';
import { joinSystem, turnTokens } from './fit-template.js';
import { GRAMMAR_TRAITS } from '../grammar/grammar.js';
import type { RequestForm } from '../grammar/request-template.js';
import { validateForm } from '../grammar/validate-form.js';
import { dropOldest, type HistoryLimits } from './drop-oldest.js';
import { cleanEntries } from '../hygiene/clean-entries.js';
import type { Counters } from '../text/counters.js';
import { countResultPictures, liftingCounters } from '../results/lift-pictures.js';
import type { FindPointer } from '../results/show-pointer.js';
import { viewResults } from '../results/view-results.js';
import type { CutText } from './cut-text.js';
import { trimEntries, type TrimResult } from './trim-entries.js';

export interface PlanContextInput extends RequestForm {
  entries: readonly ContextEntry[];
  turnStart?: number;
  instruction?: number | undefined;
  system: readonly ContextEntry[];
  prefix?: readonly ContextEntry[];
  leadIn?: readonly ContextEntry[];
  suffix?: readonly ContextEntry[];
  toolTokens: number;
  window: number;
  reserve: number;
  /** Below 1 after a provider rejected a plan as too long. */
  budgetShare?: number;
  tokenLimit?: number;
  history?: HistoryLimits & { prefixCharacters: number };
  pictures?: ThreadPictures | undefined;
  isToolless: boolean;
  keepsReasoning?: (index: number) => boolean;
  oversize: 'cut' | 'refuse';
  compaction: CompactionSettings;
  /** False before the first step, whose older messages are omitted instead. */
  mayCompact?: boolean;
  resultLimit: number;
  cutsOnlyForSpace?: boolean;
  findPointer: FindPointer;
  marker: (leftTokens: number) => string;
  counters: Counters;
}

export interface ContextPlan {
  /** `compact`: summarize first, or use this plan if that fails. */
  verdict: 'ready' | 'compact' | 'cannot-fit';
  reason?: string;
  systemTokens: number;
  budget: number;
  tokens: number;
  total: number;
  hasPast: boolean;
  viewed: readonly ContextEntry[];
  entries: readonly ContextEntry[];
  messages: readonly ModelMessage[];
  left: readonly LeftOut[];
  cut?: CutText;
  pictures: PlacedPictures['shown'];
  warnings: readonly string[];
}

export function planContext(input: PlanContextInput): ContextPlan {
  const { window, reserve, toolTokens, prefix = [], leadIn = [], suffix = [] } = input;
  const { template, counters } = input;
  const systemTokens = sumTokens(joinSystem(input.system, { template, ...counters }));
  const budget = window - reserve - systemTokens - toolTokens;

  const clean = cleanView(input);
  const fixedTokens =
    sumTokens(prefix) + sumTokens(leadIn) + sumTokens(suffix) + turnTokens(clean.entries, input);
  const room =
    Math.min(Math.floor(budget * (input.budgetShare ?? 1)), input.tokenLimit ?? Infinity) - fixedTokens;
  const otherTokens = systemTokens + toolTokens + fixedTokens;
  const spared = roomBelowCompaction(input.compaction, { reserve, window }) - otherTokens;
  const view = viewEntries(input, { clean, room: Math.min(room, spared) });
  const { entries, turnStart } = view;
  const total = otherTokens + sumTokens(entries);
  const isDue = input.mayCompact !== false && isCompactionDue(input.compaction, { total, reserve, window });
  const { trimmed, pictures } = trimWithPictures(input, { view, room });
  const outcome = {
    systemTokens,
    budget,
    total,
    warnings: view.warnings,
    hasPast: hasPast(entries, turnStart),
    viewed: entries,
    pictures: pictures.shown,
  };
  if (trimmed.kind === 'cannot-fit') {
    const left = [...view.left, ...entries.map(leftForBudget)];
    const reason =
      systemTokens > window ? 'The system prompt alone is larger than the window' : trimmed.reason;
    return { ...outcome, verdict: 'cannot-fit', reason, ...NOTHING_SENT, left };
  }
  const sent = arrangeMessages(input, { entries: trimmed.entries, turnStart });
  return {
    ...outcome,
    verdict: isDue ? 'compact' : 'ready',
    // A template may move the prompt into the first user message.
    tokens: Math.max(0, sumTokens(sent) - systemTokens),
    entries: trimmed.entries,
    messages: sent.map(({ message }) => message),
    left: [...view.left, ...pictures.left, ...trimmed.left],
    cut: trimmed.cut,
  };
}

function trimWithPictures(
  input: PlanContextInput,
  { view, room }: { view: View; room: number },
): { trimmed: TrimResult; pictures: PlacedPictures } {
  const trim = ({ entries }: Pick<Stage, 'entries'>): TrimResult =>
    trimEntries({
      ...input,
      counters: sentCounters(input),
      entries,
      turnStart: view.turnStart,
      budget: room,
    });
  const place = (pictureRoom: number): PlacedPictures =>
    input.pictures
      ? placePictures({
          entries: view.entries,
          turnStart: view.turnStart,
          pictures: input.pictures,
          room: pictureRoom,
          historyRoom: input.history?.tokens ?? Infinity,
          countMessage: input.counters.countMessage,
        })
      : { entries: view.entries, left: [], shown: new Map() };
  const pictures = place(room);
  const trimmed = trim(pictures);
  if (trimmed.kind === 'fits' || !input.pictures) return { trimmed, pictures };
  const without = place(0);
  return { trimmed: trim(without), pictures: without };
}

interface View extends Stage {
  turnStart: number;
  warnings: readonly string[];
}

function cleanView(input: PlanContextInput): View {
  const warnings: string[] = [];
  const clean = cleanEntries({
    ...input,
    countMessage: input.counters.countMessage,
    onUnknownPart: (index, type) =>
      warnings.push(
        `Message ${index} has a part of the unknown type '${type.slice(0, 40)}', which is omitted`,
      ),
  });
  return { ...clean, warnings };
}

/** The history limits do not depend on the window. */
function viewEntries(input: PlanContextInput, { clean, room }: { clean: View; room: number }): View {
  const { countMessage } = input.counters;
  const { turnStart, warnings } = clean;
  const weighed = clean.entries.map((entry) => weighPictures(entry, input));
  const noted = input.pictures ? notePictures(weighed, input.pictures, countMessage) : weighed;
  const kept = dropPast(input, { entries: noted, turnStart });
  const viewed = viewResults({
    entries: kept.entries,
    limit: input.resultLimit,
    room,
    cutsOnlyForSpace: input.cutsOnlyForSpace,
    findPointer: input.findPointer,
    countMessage: sentCounters(input).countMessage,
  });
  const left = [...clean.left, ...kept.left, ...viewed.left];
  return { entries: viewed.entries, turnStart, left, warnings };
}

/** Some grammars need an extra user message for a result's pictures. */
function sentCounters({ counters, grammar }: PlanContextInput): Counters {
  return GRAMMAR_TRAITS[grammar].hasResultPictures ? counters : liftingCounters(counters);
}

function weighPictures(entry: ContextEntry, input: PlanContextInput): ContextEntry {
  if (GRAMMAR_TRAITS[input.grammar].hasResultPictures || countResultPictures(entry.message) === 0)
    return entry;
  return { ...entry, tokens: sentCounters(input).countMessage(entry.message) };
}

function arrangeMessages(
  input: PlanContextInput,
  { entries, turnStart }: Pick<View, 'entries' | 'turnStart'>,
): readonly ContextEntry[] {
  const { system, prefix = [], leadIn = [], suffix = [], grammar, template } = input;
  const sent = arrange({
    system,
    entries: [...prefix, ...insertLeadIn(entries, { leadIn, turnStart }), ...suffix],
    grammar,
    template,
    liftsPictures: !GRAMMAR_TRAITS[grammar].hasResultPictures,
    countMessage: input.counters.countMessage,
  });
  const problems = validateForm(
    sent.map(({ message }) => message),
    { grammar, template },
  );
  if (problems.length > 0)
    throw new Error(`The planned context is not valid for ${grammar}: ${problems.slice(0, 3).join('; ')}`);
  return sent;
}

function dropPast(
  { history }: PlanContextInput,
  { entries, turnStart }: { entries: readonly ContextEntry[]; turnStart: number },
): Stage {
  if (!history) return { entries, left: [] };
  const { prefixCharacters, ...limits } = history;
  return dropOldest({ entries, turnStart, limits, prefixCharacters });
}

function leftForBudget({ index, tokens }: ContextEntry): LeftOut {
  return { index, rule: 'budget', tokens };
}

const NOTHING_SENT = { tokens: 0, entries: [], messages: [] };

function hasPast(entries: readonly ContextEntry[], turnStart: number): boolean {
  const steps = entries.filter(({ index, message }) => index > turnStart && message.role === 'assistant');
  return steps.length > 1 || entries.some(({ index }) => index < turnStart);
}
