import { z } from 'zod';

/** A `Date` in the client, ISO 8601 text in an answer. */
export const time = z.date();
