import type { FlowDefinition } from '../flow/definition.js';
import type { Database } from '../store/database.js';
import { findFlowVersion } from '../store/flows/flows.js';
import { nodeFailure } from './node-failure.js';

const loaded = new WeakMap<Database, Map<string, FlowDefinition>>();

/**
 * A missing version is not retried, because versions are never deleted: it never existed. In a transaction, pass it as
 * `via`: waiting for a second connection while holding one can use up the pool.
 */
export async function loadFlow(
  db: Database,
  slug: string,
  version: number,
  via: Database = db,
): Promise<FlowDefinition> {
  const flows = loaded.get(db) ?? new Map<string, FlowDefinition>();
  loaded.set(db, flows);
  const key = `${version}/${slug}`;
  const known = flows.get(key);
  if (known) return known;
  const flow = await findFlowVersion(via, slug, version);
  if (!flow) throw nodeFailure('Flow.NotFound', `Flow '${slug}' has no version ${version}`);
  flows.set(key, flow);
  return flow;
}
