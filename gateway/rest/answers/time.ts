import { z } from 'zod';

/** A moment: a `Date` of the client, which an answer has as an ISO 8601 text. */
export const time = z.date();
