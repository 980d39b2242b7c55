import { z } from 'zod';

/** As a decimal, over calls with a known price. Null if none is known. */
export const usd = z.string().nullable();
