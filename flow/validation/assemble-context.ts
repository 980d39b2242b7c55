import type { FlowDefinition } from '../definition.js';
import { listTriggers } from '../graph/list-triggers.js';
import type { FlowContext } from './check-registered.js';

/** The names that a project or a worker registers. */
export type Registered = Pick<FlowContext, 'tools' | 'customKinds' | 'providers'>;

interface ContextSources {
  /** Absent: nobody has registered anything, and nothing of it is checked. */
  registered?: Registered | undefined;
  /** Triggers of the stored flows by slug. Absent without a database. */
  stored?: FlowContext['triggers'];
  /** The flows of the project. Absent without a project. */
  project?: readonly FlowDefinition[] | undefined;
  /** Flows that are checked together. */
  together?: readonly FlowDefinition[];
}

/**
 * Assembles what validation may know, the same at each entrance. Which flows are missing is known only with a project
 * or a database.
 */
export function assembleContext({ registered, stored, project, together = [] }: ContextSources): FlowContext {
  const triggers = { ...stored, ...listTriggers([...(project ?? []), ...together]) };
  const isComplete = stored !== undefined || project !== undefined;
  return { ...registered, triggers, ...(isComplete && { flows: Object.keys(triggers).sort() }) };
}
