import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { ExecutionInput } from '../../protocol/messages.js';
import { FLOW_SLUG, ROOT_EXECUTION_ID, USER_ID } from '../search-attributes.js';

/**
 * Sets the flow and user of an execution outside a conversation, for the UI's list. Continue-As-New keeps
 * the attributes.
 */
export function setAttributes(input: ExecutionInput): void {
  const { typedSearchAttributes: own, workflowId } = workflowInfo();
  if (!('flow' in input) || own.get(ROOT_EXECUTION_ID) !== undefined) return;
  upsertSearchAttributes([
    { key: FLOW_SLUG, value: input.flow },
    ...(input.user == null ? [] : [{ key: USER_ID, value: input.user }]),
    { key: ROOT_EXECUTION_ID, value: workflowId },
  ]);
}
