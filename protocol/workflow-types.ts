import { CONVERSATION_WORKFLOW, EXECUTION_WORKFLOW, UPKEEP_WORKFLOW } from './messages.js';
import { RETENTION_WORKFLOW } from './retention.js';

const WORKFLOW_TYPES: readonly string[] = [
  CONVERSATION_WORKFLOW,
  EXECUTION_WORKFLOW,
  RETENTION_WORKFLOW,
  UPKEEP_WORKFLOW,
];

/** The team that runs the worker owns the others. */
export function isThreadlineWorkflow(type: string): boolean {
  return WORKFLOW_TYPES.includes(type);
}

/** Temporal finds Workflows and Activities by name, so one of two with the same name would never run. */
export function describeSharedNames(kind: 'Workflow' | 'Activity', names: readonly string[]): string {
  return `${kind} '${names.join("', '")}' is Threadline's: give yours another name, or run yours on a separate Worker`;
}
