import { Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { ToolOutput } from '../../../context/entries.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { redactSecrets } from '../../../protocol/redact-secrets.js';
import type { ToolDefinition } from '../../../tools/define-tool.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { StoreUnreachableError } from '../../reach-store.js';
import { runProjectCode, type Standing } from '../../run-project-code.js';
import type { ToolRun } from './begin-tool-run.js';
import { parseToolInput } from './parse-tool-input.js';
import { errorOutput, toToolOutput } from './to-tool-output.js';
import { createToolContext } from './tool-context.js';

/**
 * Runs a tool of the project once. What the tool or the model did wrong becomes an error output; it throws only for a
 * cancelled Activity, in which it is waited for no longer than the grace, and for an unreachable store where the tool may safely run again.
 */
export async function runOwnTool(
  { db, timing }: Pick<ActivityDependencies, 'db' | 'timing'>,
  tool: ToolDefinition,
  run: ToolRun,
): Promise<ToolOutput> {
  if (run.tries > 1 && tool.retry !== 'safe')
    return errorOutput('The call was interrupted and its outcome is unknown; it was not run again');
  const { cancellationSignal } = Context.current();
  try {
    const code = { kind: 'tool' as const, name: tool.name, executionId: run.workflowId };
    return await runProjectCode(code, { graceMs: timing.toolGraceMs, work: execute });
  } catch (error) {
    // A tool that gives up because it was told to stop has no result to store.
    if (cancellationSignal.aborted)
      throw cancellationSignal.reason ?? new CancelledFailure('The tool call was cancelled');
    if (error instanceof StoreUnreachableError && tool.retry === 'safe') throw error.cause;
    log.warn('Tool failed', { tool: tool.name });
    return errorOutput(redactSecrets(`${tool.name} failed: ${errorMessage(error)}`));
  }

  async function execute(standing: Standing): Promise<ToolOutput> {
    const parsed = await parseToolInput(tool, run.call.input);
    if ('problem' in parsed) return errorOutput(parsed.problem);
    const given = await tool.execute(parsed.input, createToolContext(db, { ...run, standing }));
    const output = toToolOutput(given);
    run.things.addFrom(() => tool.touches?.(parsed.input, given) ?? []);
    return output;
  }
}
