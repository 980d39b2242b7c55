import { log } from '@temporalio/activity';
import { pruneAuditLog } from '../../store/audit/audit-log.js';
import { sweepStoredTexts } from '../../store/conversation/sweep-stored-texts.js';
import type { Database } from '../../store/database.js';
import { sweepDrafts } from '../../store/flows/remove-drafts.js';
import { sumPastHours } from '../../store/health/sum-past-hours.js';
import { sweepUploads } from '../../store/uploads/sweep-uploads.js';
import { sweepRequestKeys } from '../../store/users/request-keys.js';

/** `keepsClaimable`: after an outage, messages in Temporal may still claim texts and files. */
export async function sweep(
  db: Database,
  { auditDays, keepsClaimable }: { auditDays: number | undefined; keepsClaimable: boolean },
): Promise<void> {
  await sumPastHours(db);
  await sweepDrafts(db);
  await pruneAuditLog(db, auditDays);
  await sweepRequestKeys(db);
  if (keepsClaimable) return;
  const [texts, files] = [await sweepStoredTexts(db), await sweepUploads(db)];
  if (texts + files > 0) log.info('Removed texts and files that no message has', { texts, files });
}
