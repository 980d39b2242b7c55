import type { GivenPast, PastMessage } from '../../protocol/one-off.js';
import type { DatabaseTransaction } from '../database.js';
import { claimText } from './stored-texts.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Claims what was said before a conversation, of whoever begins it first. Undefined: it has none, somebody else has claimed
 * it, or it is kept no longer.
 */
export async function claimPast(
  trx: DatabaseTransaction,
  { workflowId, pastRef }: { workflowId: string; pastRef?: string },
): Promise<GivenPast | undefined> {
  if (pastRef === undefined || !UUID.test(pastRef)) return undefined;
  const text = await claimText(trx, workflowId, pastRef);
  // Parse boundary: our client stored it under this Workflow's id.
  const past = text === undefined ? undefined : (JSON.parse(text) as PastMessage[] | GivenPast);
  return Array.isArray(past) ? { messages: past } : past;
}
