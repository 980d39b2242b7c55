import type { z } from 'zod';
import { CALL_FIELDS } from '../../flow/kinds/call-fields.js';
import { CALL_SETTING_FIELDS } from '../../flow/kinds/call-settings.js';
import { strictFields } from '../../flow/schema/fields.js';
import { describeIssue } from '../../flow/schema/plan-settings.js';
import { parseJson } from '../input/parse-json.js';
import { usageError } from '../program/command-error.js';

const SETTINGS = strictFields({
  maxOutputTokens: CALL_FIELDS.maxOutputTokens,
  ...CALL_SETTING_FIELDS,
});

/** Settings of one call, by the names that a flow has for them. */
export type GivenSettings = z.infer<typeof SETTINGS>;

/** Reads settings from JSON. Throws a sentence that names the field which is wrong; `source` is what is named with it. */
export function readCallSettings(text: string, source: string): GivenSettings {
  const read = SETTINGS.safeParse(parseJson(text, { source, example: '{"temperature": 0}' }));
  if (read.success) return read.data;
  throw usageError(`The settings in ${source} are wrong: ${describeIssue(read.error)}`);
}
