import { Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { ToolOutput } from '../../../context/entries.js';
import type { AgentConfig } from '../../../flow/definition.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import { beginToolCall, findToolResult } from '../../../store/calls/tool-calls.js';
import type { ToolDefinition } from '../../../tools/define-tool.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { TouchedThings } from '../../trajectory/touched-things.js';
import { StoreUnreachableError } from '../../reach-store.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { argumentsHash } from './arguments-hash.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import type { BuiltInTools } from '../look-up/built-in-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { openToolCall, type AskedToolCall } from './open-tool-call.js';
import { parseToolInput } from './parse-tool-input.js';
import { describeRepeatedToolCall } from './repeated-tool-call.js';
import { storeToolOutput } from './store-tool-output.js';
import { errorOutput, toToolOutput } from './to-tool-output.js';
import { createToolContext } from './tool-context.js';
import { resultLimit } from '../plan/window-of.js';

export interface RunToolInput {
  step: number;
  /** Which of the step's tool calls, from 1. */
  ordinal: number;
}

/** One try of one tool call. */
interface ToolRun extends RunToolInput {
  workflowId: string;
  execution: ExecutionFacts;
  config: AgentConfig;
  call: AskedToolCall;
  /** All calls of the step. */
  calls: readonly AskedToolCall[];
  hash: string;
  /** How often it was begun, this time included. */
  tries: number;
  /** Plain tokens that the result may have. */
  limit: number;
  canStore: boolean;
  offersHistory: boolean;
  /** What the call says it touched. */
  things: TouchedThings;
}

/**
 * Runs one tool call and stores its result, capped. Whatever the tool or the model did wrong is a result for
 * the model to read; only the store, the worker or a cancel fail the Activity.
 */
export function createRunTool({ db, tools, settings, timing, onPoint }: ActivityDependencies) {
  const readers = createArtifactTools(db);
  const finders = createHistoryTools(db);

  return async function runTool({ step, ordinal }: RunToolInput): Promise<null> {
    const workflowId = callerWorkflowId();
    return withHeartbeat({ everyMs: timing.heartbeatMs, details: () => ({ phase: 'running' }) }, async () => {
      await onPoint?.('runTool.before');
      const execution = await loadExecution(db, workflowId);
      const key = { executionId: execution.id, step, ordinal };
      if ((await findToolResult(db, key)) !== undefined) return null;
      const { nodeId, ...run } = await beginRun({ step, ordinal, workflowId, execution });
      const output = await outputOf(run);
      await onPoint?.('runTool.ran');
      const { call, limit, config, canStore, things } = run;
      await storeToolOutput(db, {
        ...{ executionId: execution.id, step, ordinal, workflowId, nodeId },
        ...{ call, limit, model: config.model, canStore, output, touched: things.list },
      });
      await onPoint?.('runTool.stored');
      return null;
    });
  };

  async function beginRun(
    started: RunToolInput & Pick<ToolRun, 'workflowId' | 'execution'>,
  ): Promise<ToolRun & { nodeId: string }> {
    const { step, ordinal, execution } = started;
    const { call, calls, nodeId, config, offersHistory } = await openToolCall(db, started);
    const hash = argumentsHash(call);
    const tries = await beginToolCall(db, {
      ...{ executionId: execution.id, step, ordinal },
      name: call.toolName.slice(0, 200),
      argumentsHash: hash,
    });
    return {
      ...started,
      ...{ nodeId, config, call, calls, hash, tries, offersHistory },
      limit: resultLimit(config, settings),
      canStore: config.artifacts !== false && (config.tools ?? []).length > 0,
      things: new TouchedThings(),
    };
  }

  async function outputOf(run: ToolRun): Promise<ToolOutput> {
    const { call, config, canStore } = run;
    const own = config.tools ?? [];
    const built = [...(run.offersHistory ? [finders] : []), ...(canStore ? [readers] : [])];
    const builtIn = own.includes(call.toolName) ? undefined : built.find(({ has }) => has(call.toolName));
    const tool = own.includes(call.toolName) ? tools.find(call.toolName) : undefined;
    if (tool === undefined && builtIn === undefined)
      return errorOutput(describeUnknown(call.toolName, [...own, ...built.flatMap(namesOf)]));
    // What is no JSON says so itself.
    if (typeof call.input !== 'string') {
      const repeated = await describeRepeatedToolCall(db, run);
      if (repeated !== undefined) return errorOutput(repeated);
    }
    if (tool !== undefined) return runOwn(tool, run);
    if (builtIn === undefined) throw new Error(`Nothing runs the tool '${call.toolName}'`);
    return builtIn.run(call.toolName, call.input, { execution: run.execution, maxTokens: run.limit });
  }

  async function runOwn(tool: ToolDefinition, run: ToolRun): Promise<ToolOutput> {
    if (run.tries > 1 && tool.retry !== 'safe')
      return errorOutput('The call was interrupted and its outcome is unknown; it was not run again');
    const { cancellationSignal } = Context.current();
    try {
      const parsed = await parseToolInput(tool, run.call.input);
      if ('problem' in parsed) return errorOutput(parsed.problem);
      const given = await tool.execute(parsed.input, createToolContext(db, run));
      const output = toToolOutput(given);
      run.things.addFrom(() => tool.touches?.(parsed.input, given) ?? []);
      return output;
    } catch (error) {
      // A tool that gives up because it was told to stop has no result to store.
      if (cancellationSignal.aborted)
        throw cancellationSignal.reason ?? new CancelledFailure('The tool call was cancelled');
      if (error instanceof StoreUnreachableError && tool.retry === 'safe') throw error.cause;
      log.warn('Tool failed', { tool: tool.name });
      return errorOutput(`${tool.name} failed: ${errorMessage(error)}`);
    }
  }
}

function namesOf({ schemas }: BuiltInTools): string[] {
  return schemas().map(({ name }) => name);
}

function describeUnknown(toolName: string, names: readonly string[]): string {
  return `There is no tool '${toolName}'; the tools there are: ${names.join(', ') || 'none'}`;
}
