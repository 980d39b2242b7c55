import { storableText } from '../../../flow/values/storable-text.js';
import { storePushedStep } from '../../../store/nodes/agent-steps.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { callerWorkflowId } from '../../workflow-id.js';
import type { StoreStepInput } from '../../../protocol/activities/agent.js';

/** Stores an instruction that was pushed to a run. Storing it again changes nothing. */
export function createStoreStep({ db }: ActivityDependencies) {
  return async function storeStep({ run, ordinal, text }: StoreStepInput): Promise<null> {
    await storePushedStep(db, { workflowId: callerWorkflowId(), run, ordinal, content: storableText(text) });
    return null;
  };
}
