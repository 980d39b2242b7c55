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

export type GivenSettings = z.infer<typeof SETTINGS>;

/** Throws a sentence with `source` and the invalid field. */
export function readCallSettings(text: string, source: string): GivenSettings {
  const read = SETTINGS.safeParse(parseJson(text, { source, example: '{"temperature": 0}' }));
  if (read.success) return read.data;
  throw usageError(`The settings in ${source} are wrong: ${describeIssue(read.error)}`);
}
