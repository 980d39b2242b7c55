import { z } from 'zod';
import {
  REFUSED_RULES,
  SUMMARY_RHYTHMS,
  type HistorySettings,
  type RetrievalSettings,
  type SummarySettings,
} from '../settings/history-settings.js';
import { choiceField, countField, flagField, listField, strictFields } from './fields.js';
import { MODEL_ID_SCHEMA } from './names.js';

const OFF = z.literal(false, 'it must be an object, or false');

const SUMMARIES = strictFields({
  inline: flagField(
    'Whether the summary is asked for together with an answer, where that can be. Default: it is.',
  ).optional(),
  every: choiceField(
    "When a summary is brought up to date: 'window' (default) when there is more than the window holds, 'turn' after every turn.",
    SUMMARY_RHYTHMS,
  ).optional(),
  model: MODEL_ID_SCHEMA.optional(),
  tokens: listField(countField('Tokens of a summary.', { min: 50, max: 100_000 }), {
    what: 'numbers of tokens, by the depth of the thread',
    min: 1,
    max: 20,
  })
    .describe('Tokens of a summary by the depth of its thread. Default 800, 500, 300, 150.')
    .optional(),
  minTokens: countField(
    'Tokens of the messages that a summary by the window is to replace, under which none is made yet. Default: what a model may write for it, or less where the window is small.',
    { min: 0, max: 10_000_000 },
  ).optional(),
}) satisfies z.ZodType<SummarySettings>;

const RETRIEVAL = strictFields({
  tokens: countField('Tokens that what is found may have. Default 2,000.', {
    min: 1,
    max: 1_000_000,
  }).optional(),
}) satisfies z.ZodType<RetrievalSettings>;

/** The part of a conversation that is sent with the calls of a flow's turns. */
export const HISTORY_SCHEMA = strictFields({
  messages: countField('Newest messages sent as they are, the current one included. Default 10.', {
    min: 1,
    max: 1_000,
  }).optional(),
  tokens: countField('Tokens that messages from before the turn may have. Default 16,000.', {
    min: 1,
    max: 10_000_000,
  }).optional(),
  characters: countField('Characters that they may have together. Default 18,000.', {
    min: 1,
    max: 100_000_000,
  }).optional(),
  messageCharacters: countField(
    'Characters of one of them over which a placeholder stands for it. Default 3,000.',
    { min: 200, max: 100_000_000 },
  ).optional(),
  refused: choiceField(
    "What becomes of a message that the provider refuses: 'omit' (default) leaves it out of later calls, 'send' does not.",
    REFUSED_RULES,
  ).optional(),
  summaries: z
    .union([SUMMARIES, OFF])
    .describe('What is older than the window is summarized; false: it is not.')
    .optional(),
  retrieval: z
    .union([RETRIEVAL, OFF])
    .describe('What is older than the window is searched for what the message asks; false: it is not.')
    .optional(),
}).describe('What of a conversation the calls of its turns are sent.') satisfies z.ZodType<HistorySettings>;
