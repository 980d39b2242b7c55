import type { FlowDefinition } from '../flow/definition.js';
import type { Database } from '../store/database.js';
import { loadFlowVersion } from '../store/flows/flows.js';

/** Versions are immutable, so each is read once a process. */
const loaded = new WeakMap<Database, Map<string, FlowDefinition>>();

/** A flow as it was at a version. */
export async function loadFlow(db: Database, slug: string, version: number): Promise<FlowDefinition> {
  const flows = loaded.get(db) ?? new Map<string, FlowDefinition>();
  loaded.set(db, flows);
  const key = `${version}/${slug}`;
  const known = flows.get(key);
  if (known !== undefined) return known;
  const flow = await loadFlowVersion(db, slug, version);
  flows.set(key, flow);
  return flow;
}
