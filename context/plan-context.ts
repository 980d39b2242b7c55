import type { ModelMessage } from '@ai-sdk/provider-utils';
import { arrange, insertLeadIn } from './arrange.js';
import {
  notePictures,
  placePictures,
  type PlacedPictures,
  type ThreadPictures,
} from './attachments/place-pictures.js';
import {
  isCompactionDue,
  roomBelowCompaction,
  type CompactionSettings,
} from './compaction/is-compaction-due.js';
import { sumTokens, type ContextEntry, type LeftOut, type Stage } from './entries.js';
import { joinSystem, turnTokens } from './fit-template.js';
import { GRAMMAR_TRAITS } from './grammar/grammar.js';
import type { RequestForm } from './grammar/template.js';
import { validateForm } from './grammar/validate-form.js';
import { dropOldest, type HistoryLimits } from './history/drop-oldest.js';
import { cleanEntries } from './hygiene/clean-entries.js';
import type { Counters } from './planning-tools.js';
import { countResultPictures, liftingCounters } from './results/lift-pictures.js';
import type { FindPointer } from './results/show-pointer.js';
import { viewResults } from './results/view-results.js';
import type { CutText } from './trim/cut-text.js';
import { trimEntries, type TrimResult } from './trim/trim-entries.js';

/** The messages and settings one call's context is planned from. All counts are the model's, its token factor applied. */
export interface PlanContextInput extends RequestForm {
  /** The messages there are, oldest first, without the system's; indices rise. */
  entries: readonly ContextEntry[];
  /** Index of the turn's own user message; default: the last user message that says something. */
  turnStart?: number;
  /** Index of a later user message that is being worked on; it is always sent. Absent: the turn's own is. */
  instruction?: number | undefined;
  /** All system messages: the prompt, a summary of what came before the entries. */
  system: readonly ContextEntry[];
  /** Messages that are always sent first, after the system's. */
  prefix?: readonly ContextEntry[];
  /** User messages of ours that are always sent right before the turn's own message. */
  leadIn?: readonly ContextEntry[];
  /** Our own notes, always sent last. */
  suffix?: readonly ContextEntry[];
  toolTokens: number;
  window: number;
  reserve: number;
  /** Share of the budget that is used, for a provider that found a plan too long; default all of it. */
  budgetShare?: number;
  /** Tokens that the messages may have at the most, whatever the budget. */
  tokenLimit?: number;
  /** The limits of messages from before the turn; absent: whatever fits. */
  history?: HistoryLimits & { prefixCharacters: number };
  /** The pictures of the thread's messages; absent: there are none. */
  pictures?: ThreadPictures | undefined;
  /** True: the agent has no tools, and sees nothing of those of others. */
  isToolless: boolean;
  /** Whether an entry's own thoughts go back to its provider. */
  keepsReasoning?: (index: number) => boolean;
  oversize: 'cut' | 'refuse';
  compaction: CompactionSettings;
  /** False: the turn has done nothing yet, so that only messages from before it are large: those are omitted. */
  mayCompact?: boolean;
  /** Tokens that one tool result may have. */
  resultLimit: number;
  /** True: no result can be read back, so results are cut only where the request does not fit otherwise. */
  cutsOnlyForSpace?: boolean;
  findPointer: FindPointer;
  /** Makes the text that replaces, in a cut message, the part that was left out. */
  marker: (leftTokens: number) => string;
  counters: Counters;
}

export interface ContextPlan {
  /** `compact`: summarize first; what is planned here is what is sent when that fails. */
  verdict: 'ready' | 'compact' | 'cannot-fit';
  /** Why nothing can be sent. */
  reason?: string;
  systemTokens: number;
  /** Tokens for what is not the system's or the tools'. */
  budget: number;
  /** Tokens of the messages that are sent, without the system's. */
  tokens: number;
  /** Tokens of everything untrimmed, system and tools included. */
  total: number;
  /** Whether there is anything a summary could replace, besides the turn's message and its newest step. */
  hasPast: boolean;
  /** The messages after hygiene, the limits of the history, spill and eviction, before anything is trimmed. */
  viewed: readonly ContextEntry[];
  /** The messages sent beside the system messages, prefix and suffix, before neighbours are merged; empty: it cannot fit. */
  entries: readonly ContextEntry[];
  /** The messages of the request, all of them. */
  messages: readonly ModelMessage[];
  left: readonly LeftOut[];
  /** How the turn's own message was cut. */
  cut?: CutText;
  /** The treatment of the pictures of messages, by index. */
  pictures: PlacedPictures['shown'];
  warnings: readonly string[];
}

/**
 * Plans the context of one model call: hygiene, then the limits of the history, then spill and eviction, then
 * whether to compact, then trimming, then the provider's grammar. Pure; the input is not mutated. Throws when
 * the outcome is one that the provider would refuse: an error of ours.
 */
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
  // Old results are evicted before a compaction becomes due.
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
    // Whatever the messages are, nothing fits beside such a prompt.
    const reason =
      systemTokens > window ? 'The system prompt alone is larger than the window' : trimmed.reason;
    return { ...outcome, verdict: 'cannot-fit', reason, ...NOTHING_SENT, left };
  }
  const sent = arrangeMessages(input, { entries: trimmed.entries, turnStart });
  return {
    ...outcome,
    verdict: isDue ? 'compact' : 'ready',
    // Where there is no system role, its text is a part of the first user message.
    tokens: Math.max(0, sumTokens(sent) - systemTokens),
    entries: trimmed.entries,
    messages: sent.map(({ message }) => message),
    left: [...view.left, ...pictures.left, ...trimmed.left],
    cut: trimmed.cut,
  };
}

/** Trims the messages with their pictures. Where they cannot be made to fit with any, they are sent without. */
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
    input.pictures === undefined
      ? { entries: view.entries, left: [], shown: new Map() }
      : placePictures({
          entries: view.entries,
          turnStart: view.turnStart,
          pictures: input.pictures,
          room: pictureRoom,
          historyRoom: input.history?.tokens ?? Infinity,
          countMessage: input.counters.countMessage,
        });
  const pictures = place(room);
  const trimmed = trim(pictures);
  if (trimmed.kind === 'fits' || input.pictures === undefined) return { trimmed, pictures };
  const without = place(0);
  return { trimmed: trim(without), pictures: without };
}

/** The messages as trimming is given them, with what was left out until then. */
interface View extends Stage {
  /** Index of the turn's own user message. */
  turnStart: number;
  warnings: readonly string[];
}

/** Applies hygiene. */
function cleanView(input: PlanContextInput): View {
  const warnings: string[] = [];
  const clean = cleanEntries({
    ...input,
    countMessage: input.counters.countMessage,
    onUnknownPart: (index, type) =>
      warnings.push(
        `Message ${index} has a part of the unknown type '${type.slice(0, 40)}', which is left out`,
      ),
  });
  return { ...clean, warnings };
}

/** Applies the limits of the history, which are the same in every window, then spill and eviction. */
function viewEntries(input: PlanContextInput, { clean, room }: { clean: View; room: number }): View {
  const { countMessage } = input.counters;
  const { turnStart, warnings } = clean;
  const weighed = clean.entries.map((entry) => weighPictures(entry, input));
  const noted = input.pictures === undefined ? weighed : notePictures(weighed, input.pictures, countMessage);
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

/** Counts what tools gave as it is sent: in some grammars with a user message for the pictures. */
function sentCounters({ counters, grammar }: PlanContextInput): Counters {
  return GRAMMAR_TRAITS[grammar].hasResultPictures ? counters : liftingCounters(counters);
}

/** Adds to a result with pictures what the user message around them costs, where they are sent in one. */
function weighPictures(entry: ContextEntry, input: PlanContextInput): ContextEntry {
  if (GRAMMAR_TRAITS[input.grammar].hasResultPictures || countResultPictures(entry.message) === 0)
    return entry;
  return { ...entry, tokens: sentCounters(input).countMessage(entry.message) };
}

/** Puts the messages of the request in order. Throws when the provider's grammar does not allow them. */
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
  if (history === undefined) return { entries, left: [] };
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
