import { explainManifest } from '../../context/explain/explain-manifest.js';
import { readManifest } from '../../context/explain/read-manifest.js';
import { sameTokens, type ComparedCall } from '../../context/explain/same-tokens.js';
import { stepInBlock } from '../../flow/execution/step-blocks.js';
import { listConversationExecutions } from '../../store/execution/execution-views.js';
import {
  findExplainedExecutions,
  findCallBefore,
  loadExplainedCalls,
  type ExplainedCall,
  type ExplainedExecution,
} from '../../store/calls/explained-calls.js';
import { loadSpeakingNodes } from '../../store/nodes/node-answers.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { readCallId } from './read-call-id.js';
import { nameSteps } from '../stream/name-steps.js';
import type { CallExplanation } from '../../views/call.js';
import { executionNotFound } from '../execution-not-found.js';

export async function explainCalls(context: ClientContext, id: string): Promise<CallExplanation[]> {
  const explained = await new Call(context).read(
    async () => (await explainFound(context, id)) ?? (await explainLatestTurn(context, id)),
  );
  if (explained) return explained;
  throw executionNotFound(
    id,
    'Execution, conversation or model call',
    ' (a call is <execution>/<node>/<step>)',
  );
}

async function explainFound({ db, user }: ClientContext, id: string): Promise<CallExplanation[] | undefined> {
  const { step, executionIds: parts } = readCallId(id);
  const executionIds = [id, ...parts];
  const executions = await findExplainedExecutions(db, { executionIds, user });
  const whole = executions.find(({ executionId }) => executionId === id);
  if (whole) return explainExecution(db, whole);
  for (const execution of executions) {
    const explained = await explainExecution(db, { ...execution, step });
    const calls = explained.filter(({ callId }) => callId === id);
    if (calls.length > 0) return calls;
  }
  return undefined;
}

async function explainLatestTurn(
  context: ClientContext,
  conversationId: string,
): Promise<CallExplanation[] | undefined> {
  const { db, user } = context;
  const [latest] = await listConversationExecutions(db, { conversationId, user, limit: 1 });
  return latest && explainFound(context, latest.executionId);
}

async function explainExecution(
  db: ClientContext['db'],
  execution: ExplainedExecution & { step?: number },
): Promise<CallExplanation[]> {
  const { executionId, threadId: conversationId } = execution;
  const { calls, rows } = await loadExplainedCalls(db, execution);
  const nodes = await loadSpeakingNodes(db, { executionId: execution.id, steps: calls.flatMap(answersIn) });
  let before = calls[0] && (await loadCallBefore(db, execution, calls[0].step));
  return calls.map(({ manifest, ...call }) => {
    const { model } = call;
    const { grammar = null, template } = readManifest(manifest).current ?? {};
    const compared = { model, grammar, template, context: explainManifest(manifest, rows) };
    const same = before ? sameTokens(before, compared) : null;
    before = compared;
    return {
      callId: `${executionId}/${call.nodeId}/${call.step}`,
      executionId,
      conversationId,
      ...call,
      stepInNode: stepInBlock(call.step),
      context: nameSteps(compared.context, nodes),
      sameTokens: same,
    };
  });
}

async function loadCallBefore(
  db: ClientContext['db'],
  execution: ExplainedExecution,
  step: number,
): Promise<ComparedCall | undefined> {
  const place = await findCallBefore(db, { ...execution, step });
  if (!place) return undefined;
  const { calls, rows } = await loadExplainedCalls(db, { ...execution, ...place });
  const [call] = calls;
  if (!call) return undefined;
  const { grammar = null, template } = readManifest(call.manifest).current ?? {};
  return { model: call.model, grammar, template, context: explainManifest(call.manifest, rows) };
}

function answersIn({ manifest }: ExplainedCall): number[] {
  return readManifest(manifest).sent.flatMap((item) => (item.from === 'answers' ? item.steps : []));
}
