import { sql, type RawBuilder } from 'kysely';
import type { CallPurpose } from '../../protocol/call-purpose.js';

/** Of a row of `model_call` that called a model. */
export function callPurpose(): RawBuilder<CallPurpose> {
  return sql`case when model_call.is_repair then 'repair' else model_call.purpose end`;
}
