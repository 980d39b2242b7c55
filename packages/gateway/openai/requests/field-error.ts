import type { z } from 'zod';
import { invalidField } from '../errors/openai-error.js';

export function fieldError(
  error: z.ZodError,
  within: readonly (string | number)[] = [],
): ReturnType<typeof invalidField> {
  const [issue] = error.issues;
  const path = [...within, ...(issue?.path ?? [])].map(String).join('.');
  return invalidField(path, `The field '${path}' is invalid: ${issue?.message ?? 'unexpected format'}`);
}
