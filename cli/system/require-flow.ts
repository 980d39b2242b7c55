import { unknownFlowMessage } from '../../flow/execution/unknown-flow.js';
import { usageError } from '../program/command-error.js';
import type { System } from './find-system.js';
import { withDatabase } from './open-client.js';

/** Accepts every name until a worker has stored flows. */
export async function requireFlow(
  flow: string,
  { databaseUrl, remedy = '' }: Pick<System, 'databaseUrl'> & { remedy?: string },
): Promise<void> {
  const { listFlowSlugs } = await import('../../store/flows/flows.js');
  const known = await withDatabase(databaseUrl, listFlowSlugs);
  if (known.length === 0 || known.includes(flow)) return;
  throw usageError(`${unknownFlowMessage(flow, known)}${remedy}`);
}
