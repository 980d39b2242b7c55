import { unknownFlowMessage } from '../../flow/execution/unknown-flow.js';
import { listFlowSlugs } from '../../store/flows/flows.js';
import { usageError } from '../program/command-error.js';
import type { System } from '../system/find-system.js';
import { withDatabase } from '../system/open-client.js';

/** Throws where the workers know no such flow, so that a slip of the pen leaves no failed Workflow. */
export async function requireFlow(flow: string, { databaseUrl }: Pick<System, 'databaseUrl'>): Promise<void> {
  const known = await withDatabase(databaseUrl, listFlowSlugs);
  if (known.includes(flow)) return;
  throw usageError(unknownFlowMessage(flow, known));
}
