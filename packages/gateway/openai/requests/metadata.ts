import { z } from 'zod';
import { storableProblem } from '../../../../protocol/storable-json.js';

export const metadataField = z
  .record(z.string().max(64), z.string().max(512))
  .refine((fields) => Object.keys(fields).length <= 16, 'it has more than 16 fields')
  .refine(
    (fields) => storableProblem(JSON.stringify(fields)) === undefined,
    'it has a null character or half a surrogate pair, which cannot be stored: drop it',
  );
