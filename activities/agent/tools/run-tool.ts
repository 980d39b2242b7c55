import type { ToolOutput } from '../../../context/entries.js';
import { findToolResult } from '../../../store/calls/tool-calls.js';
import { loadExecution } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import type { BuiltInTools } from '../look-up/built-in-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { takesPictures } from '../plan/read-window.js';
import { beginToolRun, type ToolRun, type ToolRunKey } from './begin-tool-run.js';
import { describeRepeatedCall } from './describe-repeated-call.js';
import { runOwnTool } from './run-own-tool.js';
import { storeToolOutput } from './store-tool-output.js';
import { errorOutput } from './to-tool-output.js';

/**
 * Runs one tool call and stores its result, capped. Whatever the tool or the model did wrong is a result for the model
 * to read; only the store, the worker or a cancel fail the Activity.
 */
export function createRunTool(dependencies: ActivityDependencies) {
  const { db, tools, timing, onPoint } = dependencies;
  const readers = createArtifactTools(db);
  const finders = createHistoryTools(db);

  return async function runTool({ step, ordinal }: ToolRunKey): Promise<null> {
    const workflowId = callerWorkflowId();
    return withHeartbeat({ everyMs: timing.heartbeatMs, details: () => ({ phase: 'running' }) }, async () => {
      await onPoint?.('runTool.before');
      const execution = await loadExecution(db, workflowId);
      const key = { executionId: execution.id, step, ordinal };
      if ((await findToolResult(db, key)) !== undefined) return null;
      const run = await beginToolRun(dependencies, { step, ordinal, workflowId, execution });
      const output = await perform(run);
      await onPoint?.('runTool.ran');
      const { nodeId, call, limit, config, canStore, things, writer } = run;
      await storeToolOutput(db, {
        ...key,
        workflowId,
        nodeId,
        call,
        limit,
        takesPictures: takesPictures(config),
        canStore,
        output,
        touched: things.list,
        writes: await writer.close(),
      });
      await onPoint?.('runTool.stored');
      return null;
    });
  };

  /** Runs the tool that the call names; no such tool, or a call made before, is an error for the model. */
  async function perform(run: ToolRun): Promise<ToolOutput> {
    const { toolName, input } = run.call;
    const own = run.config.tools ?? [];
    const isOwn = own.includes(toolName);
    const offered = [...(run.offersHistory ? [finders] : []), ...(run.canStore ? [readers] : [])];
    const tool = isOwn ? tools.find(toolName) : undefined;
    const builtIn = isOwn ? undefined : offered.find(({ has }) => has(toolName));
    if (tool === undefined && builtIn === undefined)
      return errorOutput(describeUnknown(toolName, [...own, ...offered.flatMap(listNames)]));
    // An input that is not JSON has its own error, so it is not compared with earlier calls.
    if (typeof input !== 'string') {
      const repeated = await describeRepeatedCall(db, run);
      if (repeated !== undefined) return errorOutput(repeated);
    }
    if (tool !== undefined) return runOwnTool(dependencies, tool, run);
    if (builtIn === undefined) throw new Error(`Nothing runs the tool '${toolName}'`);
    return builtIn.run(toolName, input, {
      execution: run.execution,
      maxTokens: run.limit,
      takesPictures: takesPictures(run.config),
    });
  }
}

function listNames({ schemas }: BuiltInTools): string[] {
  return schemas().map(({ name }) => name);
}

function describeUnknown(toolName: string, names: readonly string[]): string {
  return `There is no tool '${toolName}'; the tools there are: ${names.join(', ') || 'none'}`;
}
