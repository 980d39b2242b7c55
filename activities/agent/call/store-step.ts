import { ApplicationFailure } from '@temporalio/activity';
import { storableText } from '../../../flow/values/storable-text.js';
import { storePushedStep } from '../../../store/nodes/agent-steps.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { callerWorkflowId } from '../../workflow-id.js';
import type { StoreStepInput } from '../../../protocol/activities/agent.js';
import type { FailureType } from '../../../protocol/failure-types.js';

/** Idempotent. */
export function createStoreStep({ db, onPoint }: ActivityDependencies) {
  return async function storeStep({ run, ordinal, text, joins }: StoreStepInput): Promise<null> {
    const workflowId = callerWorkflowId();
    const step = { workflowId, run, ordinal, joins: joins === true, content: storableText(text) };
    const isStored = await storePushedStep(db, step);
    await onPoint?.('storeStep.after');
    if (isStored) return null;
    const type: FailureType = 'Execution.NotRunning';
    throw ApplicationFailure.nonRetryable('The execution has ended and accepts no more steps', type);
  };
}
