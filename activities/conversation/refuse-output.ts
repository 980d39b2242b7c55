import { askedOutputProblem } from '../../flow/output/asked-output-problem.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { Database } from '../../store/database.js';
import { findPinnedVersion } from '../../store/flows/flows.js';
import { loadFlow } from '../load-flow.js';

/** Why the object that is asked for cannot be the answer of a flow as it is now, as a sentence; undefined: it can. */
export async function refuseOutput(
  db: Database,
  { flow: slug, schema }: { flow: string; schema: JsonSchema },
): Promise<string | undefined> {
  const current = await findPinnedVersion(db, slug);
  return current && askedOutputProblem(await loadFlow(db, slug, current.version), schema);
}
