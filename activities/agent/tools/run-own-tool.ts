import { setTimeout as sleep } from 'node:timers/promises';
import { Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { ToolOutput } from '../../../context/message/entries.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { redactSecrets } from '../../../protocol/redact-secrets.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import { isTemporary } from '../../../extend/tools/temporary-error.js';
import { pauseAfter, readRetry, tryLimitMs } from '../../../extend/tools/tool-limits.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { StoreUnreachableError } from '../../reach-store.js';
import { runProjectCode, type Standing } from '../../run-project-code.js';
import { renewRecords, type ToolRun } from './begin-tool-run.js';
import { parseToolInput } from './parse-tool-input.js';
import { errorOutput } from '../tool-errors.js';
import { toToolOutput } from './to-tool-output.js';
import { createToolContext } from './tool-context.js';

type Tried = { output: ToolOutput } | { error: unknown; isTimeUp: boolean };

/**
 * Throws only if Postgres is unavailable and the tool may run again, so that Temporal retries. Other errors
 * are results.
 */
export async function runOwnTool(
  dependencies: Pick<ActivityDependencies, 'db' | 'timing'>,
  tool: ToolDefinition,
  run: ToolRun,
): Promise<ToolOutput> {
  const retry = readRetry(tool);
  const isSafe = retry.interrupted === 'safe';
  if (run.tries > 1 && !isSafe) {
    run.isUnknown = true;
    return errorOutput('The call was interrupted and its outcome is unknown; it was not run again');
  }
  const { cancellationSignal } = Context.current();
  for (let attempt = 1; ; attempt += 1) {
    const tried = await tryTool(dependencies, tool, run);
    if ('output' in tried) return tried.output;
    const { error, isTimeUp } = tried;
    if (error instanceof StoreUnreachableError && isSafe) throw error.cause;
    const isTriedAgain = attempt < retry.attempts && (isTimeUp ? isSafe : isTemporary(error));
    log.warn('Tool failed', { tool: tool.name, attempt, isTriedAgain });
    if (!isTriedAgain) {
      run.isUnknown = isTimeUp && !isSafe;
      return errorOutput(describeFailure(tool, { ...tried, attempt, isSafe }));
    }
    // If the worker dies during this pause, the call counts as interrupted.
    await sleep(pauseAfter(attempt, retry), undefined, { signal: cancellationSignal }).catch(throwStop);
    await renewRecords(dependencies.db, run);
  }
}

async function tryTool(
  { db, timing }: Pick<ActivityDependencies, 'db' | 'timing'>,
  tool: ToolDefinition,
  run: ToolRun,
): Promise<Tried> {
  const { cancellationSignal } = Context.current();
  const timeUp = new AbortController();
  const signal = AbortSignal.any([cancellationSignal, timeUp.signal]);
  const timer = setTimeout(() => timeUp.abort(new Error('The time of the call is up')), tryLimitMs(tool));
  try {
    const code = { kind: 'tool' as const, name: tool.name, executionId: run.workflowId };
    return { output: await runProjectCode(code, { graceMs: timing.toolGraceMs, signal, work: execute }) };
  } catch (error) {
    // An error after a cancellation is ignored: it is not the tool's result.
    if (cancellationSignal.aborted) throwStop();
    return { error, isTimeUp: timeUp.signal.aborted };
  } finally {
    clearTimeout(timer);
  }

  async function execute(standing: Standing): Promise<ToolOutput> {
    const parsed = await parseToolInput(tool, run.call.input);
    if ('problem' in parsed) return errorOutput(parsed.problem);
    const given = await tool.execute(parsed.input, createToolContext(db, { ...run, standing, signal }));
    const output = toToolOutput(given);
    run.things.addFrom(() => tool.touches?.(parsed.input, given) ?? []);
    return output;
  }
}

function throwStop(): never {
  throw Context.current().cancellationSignal.reason ?? new CancelledFailure('The tool call was canceled');
}

function describeFailure(
  tool: ToolDefinition,
  {
    error,
    isTimeUp,
    attempt,
    isSafe,
  }: { error: unknown; isTimeUp: boolean; attempt: number; isSafe: boolean },
): string {
  const tries = attempt === 1 ? '' : ` (tried ${attempt} times)`;
  if (!isTimeUp) return redactSecrets(`${tool.name} failed: ${errorMessage(error)}${tries}`);
  const outcome = isSafe ? '' : '; its outcome is unknown, and it was not run again';
  return `${tool.name} took longer than ${tryLimitMs(tool)} ms and was canceled${outcome}${tries}`;
}
