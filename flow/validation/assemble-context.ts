import type { FlowDefinition } from '../definition.js';
import { listTriggers } from '../graph/list-triggers.js';
import type { FlowContext } from './check-registered.js';

export type Registered = Pick<FlowContext, 'tools' | 'customKinds' | 'providers'>;

interface ContextSources {
  registered?: Registered | undefined;
  stored?: FlowContext['triggers'];
  project?: readonly FlowDefinition[] | undefined;
  together?: readonly FlowDefinition[];
}

export function assembleContext({ registered, stored, project, together = [] }: ContextSources): FlowContext {
  const triggers = { ...stored, ...listTriggers([...(project ?? []), ...together]) };
  const isComplete = stored !== undefined || project !== undefined;
  return { ...registered, triggers, ...(isComplete && { flows: Object.keys(triggers).sort() }) };
}
