import { sql, type RawBuilder } from 'kysely';
import type { CallPurpose } from '../../protocol/call-purpose.js';

export function callPurpose(table = 'model_call'): RawBuilder<CallPurpose> {
  const [isRepair, purpose] = [sql.ref(`${table}.is_repair`), sql.ref(`${table}.purpose`)];
  return sql`case when ${isRepair} then 'repair' else ${purpose} end`;
}
