import { Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { ToolContent } from 'ai';
import { toolCallsOf } from '../../context/trace-content.js';
import { parseWellFormed } from '../../context/parse-well-formed.js';
import { wellFormed } from '../../context/well-formed.js';
import { countMessageTokens } from '../../models/count-tokens.js';
import { loadExecution, type ExecutionFacts } from '../../store/context-rows.js';
import { findModelCall } from '../../store/model-calls.js';
import { beginToolCall, findToolResult, storeToolResult } from '../../store/tool-calls.js';
import type { ToolDefinition } from '../../tools/define-tool.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';

export interface RunToolInput {
  step: number;
  /** Which of the step's tool calls, from 1. */
  ordinal: number;
}

type ToolOutput = Extract<ToolContent[number], { type: 'tool-result' }>['output'];
interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/**
 * Runs one tool call and stores its result. Whatever the tool or the model did wrong is a result for the
 * model to read; only the store, the worker or a cancel fail the Activity.
 */
export function createRunTool({ db, tools, timing, onPoint }: ActivityDependencies) {
  return async function runTool({ step, ordinal }: RunToolInput): Promise<null> {
    const workflowId = callerWorkflowId();
    return withHeartbeat({ everyMs: timing.heartbeatMs, details: () => ({ phase: 'running' }) }, async () => {
      await onPoint?.('runTool.before');
      const execution = await loadExecution(db, workflowId);
      const key = { executionId: execution.id, step, ordinal };
      if ((await findToolResult(db, key)) !== undefined) return null;
      const { call, nodeId } = await findCall(execution, { step, ordinal });
      const runs = await beginToolCall(db, { ...key, name: call.toolName.slice(0, 200) });
      const output = await outputOf(call, { runs, workflowId, step, execution });
      await onPoint?.('runTool.ran');
      const content: ToolContent = [
        { type: 'tool-result', toolCallId: call.toolCallId, toolName: call.toolName, output },
      ];
      const tokenCount = countMessageTokens({ role: 'tool', content });
      await storeToolResult(db, { ...key, workflowId, nodeId, content, tokenCount });
      await onPoint?.('runTool.stored');
      return null;
    });
  };

  async function findCall(
    execution: ExecutionFacts,
    { step, ordinal }: RunToolInput,
  ): Promise<{ call: ToolCall; nodeId: string }> {
    const stored = await findModelCall(db, { executionId: execution.id, step });
    const call = toolCallsOf(stored?.content ?? [])[ordinal - 1];
    if (stored === undefined || call === undefined)
      throw new Error(`Step ${step} has no tool call ${ordinal}`);
    return { call, nodeId: stored.nodeId };
  }

  async function outputOf(
    call: ToolCall,
    run: { runs: number; workflowId: string; step: number; execution: ExecutionFacts },
  ): Promise<ToolOutput> {
    const tool = tools.find(call.toolName);
    if (tool === undefined) return errorOutput(`There is no tool '${call.toolName}'`);
    if (run.runs > 1 && tool.retry !== 'safe')
      return errorOutput('The call was interrupted and its outcome is unknown; it was not run again');
    const { cancellationSignal } = Context.current();
    try {
      const parsed = await parseInput(tool, call.input);
      if ('problem' in parsed) return errorOutput(parsed.problem);
      const value = await tool.execute(parsed.input, {
        idempotencyKey: `${run.workflowId}/${run.step}/${call.toolCallId}`,
        abortSignal: cancellationSignal,
        user: run.execution.userId,
        executionId: run.workflowId,
        log,
      });
      return toOutput(value);
    } catch (error) {
      // A tool that gives up because it was told to stop has no result to store.
      if (cancellationSignal.aborted)
        throw cancellationSignal.reason ?? new CancelledFailure('The tool call was cancelled');
      log.warn('Tool failed', { tool: tool.name });
      return errorOutput(`${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function parseInput(
  tool: ToolDefinition,
  input: unknown,
): Promise<{ input: unknown } | { problem: string }> {
  if (typeof input === 'string')
    return {
      problem: `The arguments of '${tool.name}' are not JSON, so it was not run: ${input.slice(0, 200)}`,
    };
  const parsed = await tool.input.safeParseAsync(input);
  if (parsed.success) return { input: parsed.data };
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  return {
    problem: `The arguments of '${tool.name}' do not fit its schema, so it was not run: ${issues.join('; ')}`,
  };
}

/** Text stays text; everything else becomes the JSON it can be said in. */
function toOutput(value: unknown): ToolOutput {
  if (typeof value === 'string') return { type: 'text', value: wellFormed(value) };
  const json: string | undefined = JSON.stringify(value);
  return { type: 'json', value: json === undefined ? null : (parseWellFormed(json) as never) };
}

function errorOutput(value: string): ToolOutput {
  return { type: 'error-text', value: wellFormed(value) };
}
