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
    'Whether the model may append the summary to an answer, which saves a call. Default true.',
  ).optional(),
  every: choiceField(
    "When a summary is due: 'window' (default) when more messages are uncovered than are sent raw, 'turn' after every turn.",
    SUMMARY_RHYTHMS,
  ).optional(),
  model: MODEL_ID_SCHEMA.optional(),
  tokens: listField(countField('Tokens of a summary.', { min: 50, max: 100_000 }), {
    what: 'numbers of tokens',
    min: 1,
    max: 20,
  })
    .describe('Tokens of a summary by the depth of its thread. Default 800, 500, 300, 150.')
    .optional(),
  minTokens: countField(
    "With 'window': fewer tokens of uncovered messages are not summarized yet. Default: the most that a model may write for the summary, less on a small window.",
    { min: 0, max: 10_000_000 },
  ).optional(),
}) satisfies z.ZodType<SummarySettings>;

const RETRIEVAL = strictFields({
  tokens: countField('Maximum tokens of the passages. Default 2,000.', {
    min: 1,
    max: 1_000_000,
  }).optional(),
}) satisfies z.ZodType<RetrievalSettings>;

export const HISTORY_SCHEMA = strictFields({
  messages: countField('Newest messages to send verbatim, including the current one. Default 10.', {
    min: 1,
    max: 1_000,
  }).optional(),
  tokens: countField('Maximum tokens of messages of earlier turns. Default 16,000.', {
    min: 1,
    max: 10_000_000,
  }).optional(),
  characters: countField('Maximum characters of messages of earlier turns together. Default 18,000.', {
    min: 1,
    max: 100_000_000,
  }).optional(),
  messageCharacters: countField('A longer message is replaced by a placeholder. Default 3,000.', {
    min: 200,
    max: 100_000_000,
  }).optional(),
  refused: choiceField(
    "A message that the provider refused: 'omit' (default) keeps it out of later calls, 'send' sends it again.",
    REFUSED_RULES,
  ).optional(),
  summaries: z
    .union([SUMMARIES, OFF])
    .describe('Settings for summaries of older messages; false turns them off.')
    .optional(),
  retrieval: z
    .union([RETRIEVAL, OFF])
    .describe('Settings for passages retrieved from older messages; false turns retrieval off.')
    .optional(),
}).describe('The part of a conversation that is sent with each call.') satisfies z.ZodType<HistorySettings>;
