import { WorkflowNotFoundError } from '@temporalio/client';
import { parseCall } from '../../protocol/call-place.js';
import type { AnswerResult, ExecutionSignals, ToolCallOutput } from '../../protocol/messages.js';
import { storePageOutput } from '../../store/nodes/page-outputs.js';
import type { Call } from '../call/call.js';
import { NotYetKnownError } from '../call/not-yet-known-error.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

const ANSWERED = 'answered' satisfies keyof ExecutionSignals;
const MAX_OUTPUT_CHARACTERS = 1_000_000;

/** The first output counts. */
export async function sendOutput(
  { context: { db, temporal }, call }: { context: Pick<ClientContext, 'db' | 'temporal'>; call: Call },
  { executionId, call: name, output, error }: ToolCallOutput & { executionId: string },
): Promise<AnswerResult> {
  const place = parseCall(name);
  const answer = JSON.stringify(error === undefined ? { output: output ?? null } : { error });
  if (answer.length > MAX_OUTPUT_CHARACTERS)
    throw new ThreadlineError(
      'Approval.InvalidAnswer',
      `The output of tool call '${name.slice(0, 20)}' has ${answer.length} characters as JSON; the maximum is ${MAX_OUTPUT_CHARACTERS}`,
    );
  const stored = await call.store(async () => {
    const found = place && (await storePageOutput(db, { workflowId: executionId, place, answer }));
    if (found !== 'unasked') return found;
    throw new NotYetKnownError(`Tool call '${name}' of execution '${executionId}' has not begun to wait`);
  });
  if (!stored)
    throw new ThreadlineError(
      'Approval.NotWaiting',
      `Tool call '${name.slice(0, 20)}' does not wait for an output`,
    );
  await call.send(async () => {
    try {
      await temporal.workflow.getHandle(executionId).signal(ANSWERED, { ...stored, call: name });
    } catch (problem) {
      if (!(problem instanceof WorkflowNotFoundError)) throw problem;
    }
  });
  return { nodeId: stored.nodeId, call: name, outcome: 'confirmed' };
}
