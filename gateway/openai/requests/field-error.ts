import type { z } from 'zod';
import { invalidField } from '../errors/openai-error.js';

/** The error for the first field that is wrong. */
export function fieldError(error: z.ZodError): ReturnType<typeof invalidField> {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map(String).join('.');
  return invalidField(path, `The field '${path}' is wrong: ${issue?.message ?? 'it has another form'}`);
}
