import { storableText } from '../../../flow/values/storable-text.js';
import { storePushedStep } from '../../../store/nodes/agent-steps.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { callerWorkflowId } from '../../workflow-id.js';

export interface StoreStepInput {
  /** Ordinal of the node's run. */
  run: number;
  /** Place among the steps that were pushed to the run, from 1. */
  ordinal: number;
  text: string;
}

/** Stores an instruction that was pushed to a run. Storing it again changes nothing. */
export function createStoreStep({ db }: ActivityDependencies) {
  return async function storeStep({ run, ordinal, text }: StoreStepInput): Promise<null> {
    await storePushedStep(db, { workflowId: callerWorkflowId(), run, ordinal, content: storableText(text) });
    return null;
  };
}
