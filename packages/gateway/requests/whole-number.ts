import { z } from 'zod';

/** A number in digits. `z.coerce` would read an empty value as 0, and '0x10' as 16. */
export function wholeNumber(minimum: number, maximum = 1_000_000_000) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'it must be a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum });
}
