import { WorkflowIdReusePolicy } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { nestingProblem } from '../../flow/values/nesting-problem.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { Budget } from '../../protocol/budget.js';
import { fairnessKey } from '../../protocol/fairness-key.js';
import { priorityProblem } from '../../protocol/priority.js';
import { errorMessage } from '../../protocol/error-message.js';
import { roundedNumberProblem } from '../../protocol/rounded-number.js';
import { executionWorkflowId, ownExecutionWorkflowId, ownIdPart, utf8Length } from '../../protocol/ids.js';
import { MAX_TEXT_BYTES } from '../../protocol/limits.js';
import { EXECUTION_WORKFLOW, type PlainExecutionInput, type RerunFrom } from '../../protocol/messages.js';
import type { Database } from '../../store/database.js';
import { findStarted, type StartedExecution } from '../../store/execution/find-started.js';
import { findPinnedVersion, findFlowVersion, listFlowSlugs } from '../../store/flows/flows.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { readAskedObject, toAskedOutput, type ObjectOf } from '../conversation/asked-object.js';
import { textInput } from '../conversation/text-input.js';
import { sendParts, type Part } from '../uploads/send-parts.js';
import type { MessagePart } from '../../protocol/message-parts.js';
import { fileOwner } from '../../store/uploads/file-owner.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { claimRequestKey } from '../../store/users/request-keys.js';
import { findExecutionLimit } from '../../store/read-user-limits.js';
import { refuseOverLimit } from '../../protocol/user-limits.js';
import { describeRequest } from '../../tracing/genai.js';
import { traceRequest } from '../../tracing/send-span.js';
import { executionSpanIds } from '../../tracing/span-ids.js';
import { ThreadlineError } from '../threadline-error.js';
import { ExecutionLookup } from './execution-lookup.js';
import { checkKnownId, hashStart, reusedId, type StartFacts } from './known-id.js';

export interface StartExecution<
  Schema extends OutputSchema | undefined = OutputSchema | undefined,
> extends CallOptions {
  /** The flow's slug. */
  flow: string;
  /** Of any length. Required unless `parts` is given. */
  text?: string;
  /** Instead of a text. */
  parts?: readonly Part[];
  /** Template values under `trigger.data`: at most 64 KB as JSON. Send integers past 2^53 as text. */
  data?: unknown;
  /** Requests an object as the answer; `object` waits for it. The flow must end with an agent or model. */
  output?: Schema;
  /** Default: the first `manual` trigger. */
  trigger?: string;
  /**
   * Makes the start idempotent: per user, or without a user for all clients of the flow. Default: a new UUID.
   */
  id?: string;
  /** Default: the client's user, or none. */
  user?: string;
  /** Includes sub-executions. Can only lower the flow's budget. */
  budget?: Budget;
  /** 1 (highest) to 5 (lowest); default 3. Orders a backlog. */
  priority?: number;
  /**
   * In a backlog, each key gets an equal share of the workers. Default: the user. Ignored by a client with a
   * user.
   */
  fairnessKey?: string;
}

export interface OwnStart extends StartExecution {
  user: string;
  /** A second start must repeat only this end. Default: the whole text. */
  textEnd?: string;
  /** A second start may name another flow and gets the first start's answer. */
  isAnyFlow?: boolean;
  isOwn: true;
  /** For errors. Default: `id`. */
  retryId?: string;
}

export interface VersionStart extends StartExecution {
  version: number;
}

export interface RerunStart extends StartExecution {
  version?: number;
  /** Absent if the whole flow runs again. */
  rerun: RerunFrom | undefined;
  /** The new id belongs to the user, as the first run's does. */
  isOwn?: true;
}

export interface StartedRun<Schema extends OutputSchema | undefined = OutputSchema | undefined> {
  executionId: string;
  /** Waits for the answer. Throws the failure, or `Execution.Cancelled`. */
  result(): Promise<string>;
  /** Waits for the requested object. Throws like `result`. */
  object(): Promise<Schema extends OutputSchema ? ObjectOf<Schema> : undefined>;
}

export async function startExecution<Schema extends OutputSchema | undefined>(
  context: ClientContext,
  input: StartExecution<Schema> | OwnStart | VersionStart | RerunStart,
): Promise<StartedRun<Schema>> {
  const { user: only } = context;
  const problem = dataProblem(input.data);
  if (problem) throw new ThreadlineError('Conversation.InvalidTurn', `The data of the execution ${problem}`);
  const unfit = 'rerun' in input ? dataProblem(input.rerun?.outputs) : undefined;
  if (unfit) throw new ThreadlineError('Conversation.InvalidTurn', `The 'outputs' of the rerun ${unfit}`);
  requireTextOrParts(input);
  const wrong = priorityProblem(input.priority);
  if (wrong) throw new ThreadlineError('Conversation.InvalidTurn', wrong);
  const { id = randomUUID(), timeoutMs } = input;
  const user = only ?? input.user;
  // An id that nobody chose is shared by nobody, so it includes the user.
  const isOwn = only !== undefined || 'isOwn' in input || input.id === undefined;
  const names = nameExecution({ flow: input.flow, id, owner: isOwn ? user : undefined });
  const output = input.output === undefined ? undefined : await toAskedOutput(input.output);
  const retryId = ('retryId' in input ? input.retryId : undefined) ?? id;
  const parts: CallParts = { context, call: new Call(context, { timeoutMs, retryId }) };
  const owner = fileOwner(user);
  const sentParts =
    input.parts &&
    (await sendParts({ ...parts, user: owner, workflowId: names.workflowId, data: input.data }, input.parts));
  const facts: StartFacts = { ...input, text: input.text ?? '', parts: sentParts, output, id, user };
  const known = input.id === undefined ? undefined : await findKnown(parts, { ...names, facts });
  if (!known && user !== undefined) await checkLimit(context, user);
  if (!known && output) await checkOutput(context, input.flow, output);
  // The row does not show which outputs were reused, so a rerun claims its id.
  if (input.id !== undefined && (!known || 'rerun' in input)) await claimId(parts, { names, facts });
  const { executionId, flow } = known ?? { executionId: names.workflowId, flow: input.flow };
  const memo = user !== undefined && names.ownPart === undefined ? { user } : undefined;
  const start = { ...input, text: input.text ?? '', parts: sentParts, output, flow, user, executionId, memo };
  await traceRequest(
    () => ({
      parent: executionSpanIds(executionId),
      ...describeRequest({ name: 'start', flow, executionId }),
    }),
    () => startWorkflow(parts, start),
  );
  const run = {
    executionId,
    async result() {
      const answer = await new ExecutionLookup(context).awaitAnswer(executionId, timeoutMs);
      if (input.id === undefined) return answer;
      // Two concurrent starts may both find the id unused.
      const found = await new Call(context, { timeoutMs }).read(() => findStarted(context.db, [executionId]));
      for (const one of found) checkKnownId(one, facts);
      return answer;
    },
    object: async () =>
      input.output === undefined ? undefined : readAskedObject(await run.result(), input.output),
  };
  return run as StartedRun<Schema>;
}

function dataProblem(data: unknown): string | undefined {
  const tooDeep = nestingProblem(data);
  if (tooDeep || data === undefined) return tooDeep;
  try {
    const bytes = utf8Length(JSON.stringify(data) ?? '');
    if (bytes <= MAX_TEXT_BYTES) return roundedNumberProblem(data);
    return `has ${bytes} bytes as JSON; at most ${MAX_TEXT_BYTES} are accepted: send less, or the id of what a tool or a node looks up`;
  } catch (error) {
    return `is not JSON (${errorMessage(error)}): send a BigInt as a text or a number`;
  }
}

/** Throws `Conversation.InvalidTurn` if the flow cannot return such an object. */
async function checkOutput(context: ClientContext, slug: string, output: JsonSchema): Promise<void> {
  const { db } = context;
  const flow = await look(context, async () => {
    const current = await findPinnedVersion(db, slug);
    return current && findFlowVersion(db, slug, current.version);
  });
  if (!flow) return;
  // Imported here, because it is slow to load.
  const { askedOutputProblem } = await import('../../flow/graph/asked-output-problem.js');
  const problem = askedOutputProblem(flow, output);
  if (problem) throw new ThreadlineError('Conversation.InvalidTurn', problem);
}

async function checkLimit(context: ClientContext, user: string): Promise<void> {
  const { db, taskQueue } = context;
  const value = await look(context, () => findExecutionLimit(db, { taskQueue, user }));
  if (value === undefined) return;
  const { type, message, details } = refuseOverLimit({ user, limit: 'executions', value });
  throw new ThreadlineError(type, message, { retryAfterMs: details.retryAfterMs });
}

const CHECK_MS = 1_000;

/** Undefined if Postgres is unavailable: the execution repeats these checks. */
async function look<Result>(
  context: ClientContext,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  const call = new Call(context, { timeoutMs: Math.min(CHECK_MS, context.timeoutMs) });
  return call.read(read).catch((error: unknown) => {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  });
}

interface CallParts {
  context: ClientContext;
  call: Call;
}

interface ExecutionNames {
  workflowId: string;
  /** Absent unless a user chose the id, which is then unique across flows. */
  ownPart: string | undefined;
}

function nameExecution(start: { flow: string; id: string; owner: string | undefined }): ExecutionNames {
  const { flow, id, owner } = start;
  try {
    if (owner === undefined) return { workflowId: executionWorkflowId(flow, id), ownPart: undefined };
    const own = { flow, user: owner, id };
    return { workflowId: ownExecutionWorkflowId(own), ownPart: ownIdPart(own) };
  } catch (error) {
    throw new ThreadlineError('Conversation.InvalidId', errorMessage(error), { cause: error });
  }
}

async function findKnown(
  { context: { db }, call }: CallParts,
  { workflowId, ownPart, facts }: ExecutionNames & { facts: StartFacts },
): Promise<StartedExecution | undefined> {
  const ids = ownPart === undefined ? [workflowId] : await call.read(() => listOwnIds(db, ownPart));
  const [known] = await call.read(() => findStarted(db, ids));
  if (known) checkKnownId(known, facts);
  return known;
}

/** The id may have been used with any flow. */
async function listOwnIds(db: Database, ownPart: string): Promise<readonly string[]> {
  const flows = await listFlowSlugs(db);
  return flows.map((flow) => `execution/${encodeURIComponent(flow)}/${ownPart}`);
}

async function claimId(
  { context: { db }, call }: CallParts,
  { names: { ownPart, workflowId }, facts }: { names: ExecutionNames; facts: StartFacts },
): Promise<void> {
  if (facts.textEnd !== undefined || facts.isAnyFlow === true) return;
  const hash = hashStart(facts);
  const key = `execution:${ownPart ?? workflowId}`;
  const first = await call.read(() => claimRequestKey(db, { user: facts.user ?? '', key, hash }));
  if (first.hash !== hash) throw reusedId(facts.id, 'input');
}

type OwnInput = Omit<StartExecution, 'output' | 'text' | 'parts'> & {
  executionId: string;
  text: string;
  parts: readonly MessagePart[] | undefined;
  output: JsonSchema | undefined;
  version?: number | undefined;
  rerun?: RerunFrom | undefined;
  /** Names the owner until the execution has a row. */
  memo: { user: string } | undefined;
};

function requireTextOrParts({ text, parts }: Pick<StartExecution, 'text' | 'parts'>): void {
  if (text !== undefined && typeof text !== 'string')
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      `The text of an execution is a string, not ${typeof text}`,
    );
  if ((text === undefined) !== !parts) return;
  const problem = text === undefined ? "needs a 'text' or 'parts'" : "has a 'text' or 'parts', not both";
  throw new ThreadlineError('Conversation.InvalidTurn', `An execution ${problem}`);
}

async function startWorkflow(
  { context, call }: CallParts,
  {
    executionId,
    flow,
    version,
    text,
    parts,
    data,
    output,
    trigger,
    user,
    budget,
    rerun,
    memo,
    ...order
  }: OwnInput,
): Promise<void> {
  const key = context.user ?? order.fairnessKey ?? user;
  const input: PlainExecutionInput = {
    flow,
    ...(version !== undefined && { version }),
    // A text that no execution claims is deleted later.
    ...(parts
      ? { parts }
      : await call.read(() => textInput(context, { workflowId: executionId, text, data }))),
    data,
    output,
    trigger,
    user,
    budget: budget || undefined,
    rerun,
  };
  await call.send(() =>
    context.temporal.workflow.start(EXECUTION_WORKFLOW, {
      workflowId: executionId,
      taskQueue: context.taskQueue,
      args: [input],
      memo,
      priority: { priorityKey: order.priority, fairnessKey: key && fairnessKey(key) },
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: fitSummary(flow),
    }),
  );
}
