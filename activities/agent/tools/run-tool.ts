import { Context } from '@temporalio/activity';
import type { ToolOutput } from '../../../context/message/entries.js';
import type { TraceContent } from '../../../context/message/trace-content.js';
import type { RunToolResult } from '../../../protocol/activities/agent.js';
import type { EarlierRun } from '../../../store/calls/earlier-runs.js';
import type { Database } from '../../../store/database.js';
import { loadExecution } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { countToolCall } from '../../count-metrics.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { takesPictures } from '../node-model.js';
import { beginToolRun, type ToolRun, type ToolRunKey } from './begin-tool-run.js';
import { isErrorOutput } from './cap-tool-output.js';
import { createCallPerformer, type CallPerformer } from './call-performer.js';
import { openToolCall } from './open-tool-call.js';
import { reuseEarlier, type Earlier } from './reuse-earlier.js';
import { findRefusal, seekApproval, type CallToPermit, type Permit } from './seek-approval.js';
import { storeToolOutput } from './store-tool-output.js';
import { errorOutput } from '../tool-errors.js';
import { runWithinSpan } from '../../../tracing/send-span.js';
import { toolCallSpanIds } from '../../../tracing/span-ids.js';
import { FairTurns } from '../../../flow/code/fair-turns.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';

const UNKNOWN_BEFORE = {
  kind: 'settled',
  output: errorOutput(
    'An earlier attempt at this turn was interrupted while it ran this call, so its outcome is unknown; it was not run again',
  ),
} as const satisfies Permit;

const REMOVED_BEFORE = {
  kind: 'settled',
  output: errorOutput(
    'An earlier attempt at this turn ran this call, but retention has removed its result; it was not run again',
  ),
} as const satisfies Permit;

/** Throws only if Threadline cannot run the call. Other errors are results. */
export function createRunTool(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const performer = createCallPerformer(dependencies);
  const places = new ToolPlaces();

  return async function runTool({ step, ordinal }: ToolRunKey): Promise<RunToolResult> {
    const workflowId = callerWorkflowId();
    return withHeartbeat({ everyMs: timing.heartbeatMs, details: () => ({ phase: 'running' }) }, async () => {
      await onPoint?.('runTool.before');
      const execution = await loadExecution(db, workflowId);
      const opened = await openToolCall(db, { execution, step, ordinal });
      if (opened.result) return toRunResult(readStored(opened.result));
      const { cancellationSignal: signal } = Context.current();
      const tool = performer.findOwn(opened);
      const started = { step, ordinal, workflowId, execution, opened };
      const missing = await performer.findMissing(opened);
      // A denied call is settled even if this worker lacks its tool.
      const refusal = missing && (await findRefusal(db, started));
      if (missing && !refusal) throw missing;
      const earlier = await reuseEarlier(db, tool, started);
      if (earlier.kind === 'reused') {
        await onPoint?.('runTool.stored');
        return null;
      }
      const permit =
        refusal ?? settledBefore(earlier.kind) ?? (await seekApproval(dependencies, tool, started));
      if (permit.kind === 'asks') {
        await onPoint?.('seekApproval.asked');
        return { asks: permit.asks };
      }
      // A call that waits for a slot has not run, so it does not count as interrupted.
      return places.hold(
        { name: opened.call.toolName, concurrency: tool?.concurrency },
        { user: execution.userId, executionId: execution.id, signal },
        () => runOpened({ ...started, earlier: earlier.run }, permit),
      );
    });
  };

  async function runOpened(
    started: CallToPermit & { earlier: EarlierRun | undefined },
    permit: Exclude<Permit, { kind: 'asks' }>,
  ): Promise<RunToolResult> {
    const run = await beginToolRun(dependencies, started);
    run.isUnknown = permit === UNKNOWN_BEFORE;
    const output = await runWithinSpan(
      () => toolCallSpanIds(run.workflowId, run),
      () => perform(performer, { run, permit }).finally(() => run.progress.close()),
    );
    await onPoint?.('runTool.ran');
    const { toolName } = run.call;
    if (await storeRun(db, { run, output }))
      countToolCall(performer.knows(toolName) ? toolName : 'unregistered', output);
    await onPoint?.('runTool.stored');
    return toRunResult(output);
  }
}

function settledBefore(earlier: Earlier['kind']) {
  if (earlier === 'unknown') return UNKNOWN_BEFORE;
  return earlier === 'removed' ? REMOVED_BEFORE : undefined;
}

function readStored(content: TraceContent): ToolOutput | undefined {
  return content.find((part) => part.type === 'tool-result')?.output;
}

/** Reports a failed tool to the Workflow, because Temporal shows its Activity as completed. */
function toRunResult(output: ToolOutput | undefined): RunToolResult {
  return output && isErrorOutput(output) ? { failed: true } : null;
}

async function perform(
  performer: CallPerformer,
  { run, permit }: { run: ToolRun; permit: Exclude<Permit, { kind: 'asks' }> },
): Promise<ToolOutput> {
  if (permit.kind === 'settled') return permit.output;
  const { input } = permit;
  if (!input) return performer.perform(run);
  // So that the stored result names the input that ran.
  run.call = { ...run.call, input };
  return addChangedInput(await performer.perform(run), input);
}

async function storeRun(
  db: Database,
  { run, output }: { run: ToolRun; output: ToolOutput },
): Promise<boolean> {
  const { workflowId, execution, step, ordinal, nodeId, call, limit, countText, canStore, isUnknown } = run;
  return storeToolOutput(db, {
    executionId: execution.id,
    step,
    ordinal,
    workflowId,
    nodeId,
    call,
    limit,
    countText,
    takesPictures: takesPictures(run.config),
    canStore,
    output,
    isUnknown,
    touched: run.things.list,
    writes: await run.writer.close(),
  });
}

function addChangedInput(output: ToolOutput, input: Record<string, unknown>): ToolOutput {
  const words = `The user changed the input of this call to ${JSON.stringify(input)}. It was run with that:`;
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { type: output.type, value: `${words}\n${output.value}` };
    case 'json':
    case 'error-json':
      return { type: output.type, value: { note: words, result: output.value } };
    case 'content':
      return { type: 'content', value: [{ type: 'text', text: words }, ...output.value] };
    case 'execution-denied':
      return output;
  }
}

interface Waiter {
  user: string | null;
  executionId: number;
  signal: AbortSignal;
}

class ToolPlaces {
  readonly #turns = new Map<string, FairTurns>();

  async hold<Result>(
    { name, concurrency }: Pick<ToolDefinition, 'name' | 'concurrency'>,
    { user, executionId, signal }: Waiter,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (concurrency === undefined) return work();
    const turns = this.#turns.get(name) ?? new FairTurns(concurrency);
    this.#turns.set(name, turns);
    await turns.take({ line: [user ?? '', String(executionId)], signal });
    try {
      return await work();
    } finally {
      turns.give();
    }
  }
}
