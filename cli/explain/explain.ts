import type { CallExplanation } from '../../views/call.js';
import type { Executions } from '../../client/executions/executions.js';
import { readConfig } from '../../config.js';
import { diffExplanations } from '../../context/explain/diff-explanations.js';
import { CommandError } from '../program/command-error.js';
import { formatExplanationDiff } from './format-explanation-diff.js';
import { formatExplanations } from './format-explanation.js';
import { chooseWidth, type ExplanationView } from './format-explanation-text.js';
import { findExecutionId, withExecution } from '../executions/with-execution.js';
import { isColored } from '../format/style.js';
import { withClient } from '../system/open-client.js';
import type { Output } from '../format/output.js';

export function createExplanationView({ style }: Pick<Output, 'style'>): ExplanationView {
  const { stdout } = process;
  return { style, isColored: isColored(stdout), width: chooseWidth(stdout.columns) };
}

export async function explain(id: string, output: Output): Promise<void> {
  const calls = await withExecution(id, (executions, executionId) => executions.explain(executionId));
  output.result(calls, () =>
    calls.length === 0
      ? `'${id}' has made no model call yet`
      : formatExplanations(calls, createExplanationView(output)),
  );
}

export async function explainDifference(
  ids: { first: string; second: string },
  output: Output,
): Promise<void> {
  const { first, second } = await withClient(readConfig(), async ({ executions }) => ({
    first: await lastCall(executions, ids.first),
    second: await lastCall(executions, ids.second),
  }));
  const diff = diffExplanations({
    first: first.context,
    second: second.context,
    sharesThread: first.conversationId !== null && first.conversationId === second.conversationId,
    sharesSteps: first.executionId === second.executionId,
  });
  output.result({ first: first.callId, second: second.callId, ...diff }, () =>
    formatExplanationDiff({ first, second, diff }, createExplanationView(output)),
  );
}

export async function lastCall(executions: Executions, id: string): Promise<CallExplanation> {
  const call = (await executions.explain(await findExecutionId(executions, id))).at(-1);
  if (!call) throw new CommandError(`'${id}' has made no model call`);
  return call;
}
