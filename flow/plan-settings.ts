import type { z } from 'zod';
import { CALL_FIELDS } from './kinds/call-fields.js';
import { countField, numberField, strictFields } from './schema/fields.js';
import { HISTORY_SCHEMA } from './schema/history-schema.js';
import { MODEL_ID_SCHEMA } from './schema/names.js';

/** Changeable when a stored call is planned again. */
export const PLAN_SETTINGS_SCHEMA = strictFields({
  model: MODEL_ID_SCHEMA.optional(),
  contextWindow: countField('Maximum tokens of request and answer together.', {
    min: 1,
    max: 100_000_000,
  }).optional(),
  maxOutputTokens: CALL_FIELDS.maxOutputTokens,
  history: HISTORY_SCHEMA.optional(),
  resultPct: numberField('Share of the window that one tool result may use, in percent.', {
    min: 0,
    max: 100,
  }).optional(),
  compactionPct: numberField('Share of the window above which a history is compacted, in percent.', {
    min: 1,
    max: 100,
  }).optional(),
}).describe('Settings to change; all others keep their values.');

export type PlanSettings = z.infer<typeof PLAN_SETTINGS_SCHEMA>;

export function describeIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'they have an unexpected form';
  if (issue.code === 'unrecognized_keys')
    return `'${(issue.keys[0] ?? '').slice(0, 80)}' is not one of ${issue.message}`;
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `'${path}': ${issue.message}`;
}
