import type { z } from 'zod';
import { invalidField } from '../errors/openai-error.js';

/** The error for the first field that is wrong; `within`: the place of the value that was checked. */
export function fieldError(
  error: z.ZodError,
  within: readonly (string | number)[] = [],
): ReturnType<typeof invalidField> {
  const [issue] = error.issues;
  const path = [...within, ...(issue?.path ?? [])].map(String).join('.');
  return invalidField(path, `The field '${path}' is wrong: ${issue?.message ?? 'it has another form'}`);
}
