import type { FlowDefinition } from '../flow/definition.js';
import type { Database } from '../store/database.js';
import { registerFlows, storeDraft } from '../store/flows/flows.js';

/** `always` is for a person who starts the only worker: it publishes known flows. */
export type PublishMode = 'on-start' | 'manual' | 'off' | 'always';

export async function publishFlows(
  db: Database,
  { flows, mode }: { flows: readonly FlowDefinition[]; mode: PublishMode },
): Promise<Record<string, number>> {
  switch (mode) {
    case 'off':
      return {};
    case 'manual': {
      const versions: Record<string, number> = {};
      for (const flow of flows) versions[flow.slug] = (await storeDraft(db, flow, undefined)).version;
      return versions;
    }
    case 'on-start':
    case 'always':
      return registerFlows(db, flows, { republishes: mode === 'always' });
  }
}
