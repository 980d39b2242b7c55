import type { CallConfig } from '../../../flow/kinds/model-node.js';
import type { EarlierRun } from '../../../store/calls/earlier-runs.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { noteToolProgress } from '../../../store/calls/tool-notes.js';
import { beginToolCall } from '../../../store/calls/stored-tool-calls.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { CallWriter } from '../../trajectory/call-writer.js';
import { openCallGraph } from '../../trajectory/open-call-graph.js';
import { TouchedThings } from '../../trajectory/touched-things.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { readResultLimit } from '../node-model.js';
import { ToolProgress } from './tool-progress.js';
import { hashArguments } from './hash-arguments.js';
import type { AskedToolCall, OpenedToolCall } from './open-tool-call.js';

export interface ToolRunKey {
  step: number;
  ordinal: number;
}

export interface ToolRun extends ToolRunKey {
  workflowId: string;
  execution: ExecutionFacts;
  nodeId: string;
  config: CallConfig;
  call: AskedToolCall;
  calls: readonly AskedToolCall[];
  hash: string;
  /** The same for every try of the call and every retry of the turn. */
  idempotencyKey: string;
  isUnknown?: boolean;
  tries: number;
  limit: number;
  countText: (text: string) => number;
  canStore: boolean;
  offersHistory: boolean;
  things: TouchedThings;
  writer: CallWriter;
  progress: ToolProgress;
}

export async function beginToolRun(
  { db, settings }: Pick<ActivityDependencies, 'db' | 'settings'>,
  started: ToolRunKey &
    Pick<ToolRun, 'workflowId' | 'execution'> & { opened: OpenedToolCall; earlier: EarlierRun | undefined },
): Promise<ToolRun> {
  const { opened, earlier, ...key } = started;
  const { step, ordinal, execution } = key;
  const { call, calls, nodeId, config, offersHistory } = opened;
  const hash = hashArguments(call);
  const hasTools = (config.tools ?? []).length > 0 || execution.callerTools !== null;
  const ownKey = `/${step}/${call.toolCallId}`;
  const idempotencyKey = earlier?.idempotencyKey ?? `${key.workflowId}${ownKey}`;
  const tries = await beginToolCall(db, {
    executionId: execution.id,
    step,
    ordinal,
    name: call.toolName.slice(0, 200),
    argumentsHash: hash,
    idempotencyKey: earlier?.idempotencyKey ?? ownKey,
  });
  return {
    ...key,
    nodeId,
    config,
    call,
    calls,
    hash,
    idempotencyKey,
    tries,
    limit: readResultLimit(config, settings),
    countText: findCounting(config.model).plain.countText,
    canStore: config.artifacts !== false && hasTools,
    offersHistory,
    ...newRecords(db, key),
    progress: new ToolProgress((text) =>
      noteToolProgress(db, {
        executionId: execution.id,
        step,
        ordinal,
        attempt: tries,
        workflowId: key.workflowId,
        text,
      }),
    ),
  };
}

export async function renewRecords(db: ActivityDependencies['db'], run: ToolRun): Promise<void> {
  await run.writer.close();
  Object.assign(run, newRecords(db, run));
}

function newRecords(
  db: ActivityDependencies['db'],
  key: ToolRunKey & Pick<ToolRun, 'workflowId' | 'execution'>,
): Pick<ToolRun, 'things' | 'writer'> {
  return { things: new TouchedThings(), writer: new CallWriter(() => openCallGraph(db, key)) };
}
