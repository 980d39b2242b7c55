import { ApplicationFailure, Context, log } from '@temporalio/activity';
import type { ToolOutput } from '../../../context/message/entries.js';
import { answersQuestion } from '../../../flow/approval/answers-question.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import { askForOutput, askWhetherCallRuns } from '../../../flow/approval/approval-questions.js';
import { showBothEnds } from '../../../flow/values/show-both-ends.js';
import { toStorable } from '../../../flow/values/to-storable.js';
import { approversProblem, toRoles, type Approvers } from '../../../protocol/approvers.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import type { RunToolResult } from '../../../protocol/activities/agent.js';
import { findApproval, openApproval } from '../../../store/nodes/approvals.js';
import type { QuestionKey } from '../../../store/conversation/question-id.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import { approvalMs } from '../../../extend/tools/tool-limits.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { runProjectCode } from '../../run-project-code.js';
import type { ToolRunKey } from './begin-tool-run.js';
import { describeRepeatedCall } from './describe-repeated-call.js';
import { hashArguments } from './hash-arguments.js';
import { judgeAnswer } from './judge-answer.js';
import type { OpenedToolCall } from './open-tool-call.js';
import { parseToolInput } from './parse-tool-input.js';
import { createApprovalContext } from './tool-context.js';
import { listToolCalls } from '../../../context/message/trace-content.js';
import { readToolAnswer } from '../../../flow/approval/read-tool-answer.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import type { Database } from '../../../store/database.js';
import { findLastApprovedCall } from '../../../store/nodes/last-approved-call.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { errorOutput } from '../tool-errors.js';
import { toToolOutput } from './to-tool-output.js';

const MESSAGE_CHARACTERS = 6_000;

export interface CallToPermit extends ToolRunKey {
  workflowId: string;
  execution: ExecutionFacts;
  opened: OpenedToolCall;
}

export type Permit =
  | { kind: 'runs'; input?: Record<string, unknown> }
  | { kind: 'asks'; asks: Extract<RunToolResult, { asks: object }>['asks'] }
  | { kind: 'settled'; output: ToolOutput };

/** Idempotent: asks only if no answer is stored. */
export async function seekApproval(
  dependencies: Pick<ActivityDependencies, 'db' | 'timing' | 'approvers'>,
  tool: ToolDefinition | undefined,
  call: CallToPermit,
): Promise<Permit> {
  const isAsked = tool?.runsIn === 'page' || (tool?.approve ?? false) !== false;
  if (!tool || !isAsked) return { kind: 'runs' };
  const { db } = dependencies;
  const key = questionKey(call);
  const asked = (await findApproval(db, key)) ?? (await ask(dependencies, tool, call));
  if (!asked) return { kind: 'runs' };
  switch (asked.status) {
    case 'open':
      return {
        kind: 'asks',
        asks: {
          ms: asked.leftMs ?? undefined,
          isAnswered: asked.answer !== null || undefined,
          runsInPage: tool.runsIn === 'page' || undefined,
        },
      };
    case 'expired':
      return fromSilence(tool);
    case 'closed':
      throw executionEnded();
    case 'confirmed':
    case 'cancelled':
      return fromAnswer(tool, { asked, input: call.opened.call.input });
  }
}

export async function findRefusal(
  db: ActivityDependencies['db'],
  call: CallToPermit,
): Promise<Permit | undefined> {
  const asked = await findApproval(db, questionKey(call));
  if (asked?.status === 'expired') return fromSilence(undefined);
  if (asked?.status !== 'cancelled') return undefined;
  return fromAnswer(undefined, { asked, input: call.opened.call.input });
}

type FoundApproval = NonNullable<Awaited<ReturnType<typeof findApproval>>>;

export function questionKey({ execution, step, ordinal, opened }: CallToPermit): QuestionKey {
  const { nodeId, iteration } = opened;
  return { executionId: execution.id, nodeId, iteration, call: { step, ordinal } };
}

async function ask(
  dependencies: Pick<ActivityDependencies, 'db' | 'timing' | 'approvers'>,
  tool: ToolDefinition,
  call: CallToPermit,
): Promise<FoundApproval | undefined> {
  const { db } = dependencies;
  const { toolCallId, toolName, input } = call.opened.call;
  const parsed = await parseToolInput(tool, input);
  if ('problem' in parsed || (await isRepeated(db, call))) return undefined;
  const wantsOutput = tool.runsIn === 'page';
  const by = wantsOutput ? 'user' : await findApprovers(dependencies, tool, { call, input: parsed.input });
  if (by === null) return undefined;
  const { userId } = call.execution;
  const approvers = toRoles(by, dependencies.approvers);
  const words = wantsOutput
    ? askForOutput({ toolName, input })
    : (writeMessage(tool, parsed.input) ??
      askWhetherCallRuns({ toolName, input, approved: await findApprovedInput(db, { userId, toolName }) }));
  await openApproval(db, {
    ...questionKey(call),
    prompt: wellFormed(words),
    expiresMs: approvalMs(tool),
    approvers,
    quorum: readQuorum(tool),
    tool: { toolCallId, toolName, userId, input: toStorable(input) },
    wantsOutput,
  });
  const asked = await findApproval(db, questionKey(call));
  if (!asked) throw executionEnded();
  return asked;
}

async function isRepeated(db: ActivityDependencies['db'], call: CallToPermit): Promise<boolean> {
  const { call: own, calls } = call.opened;
  const repeated = await describeRepeatedCall(db, { ...call, call: own, calls, hash: hashArguments(own) });
  return repeated !== undefined;
}

/**
 * Null if no approval is needed. If `approve` throws, an approval is needed, because running the tool could
 * do harm.
 */
async function findApprovers(
  { timing }: Pick<ActivityDependencies, 'timing'>,
  { name, approve }: ToolDefinition,
  { call, input }: { call: CallToPermit; input: unknown },
): Promise<Approvers | null> {
  if (typeof approve === 'boolean' || !approve) return approve === true ? 'user' : null;
  const choose = typeof approve === 'function' ? approve : approve.by;
  if (typeof choose !== 'function') return choose;
  const { cancellationSignal: signal } = Context.current();
  try {
    const code = { kind: 'tool' as const, name, executionId: call.workflowId };
    const context = createApprovalContext({ ...call, signal });
    const work = async (): Promise<unknown> => choose(input, context);
    const chosen = await runProjectCode(code, { graceMs: timing.toolGraceMs, work });
    if (typeof approve === 'function') return chosen === false ? null : 'user';
    const problem = chosen === null ? undefined : approversProblem(chosen);
    if (problem) throw new Error(`approve.by returned '${String(chosen)}': it ${problem} or null`);
    return chosen as Approvers | null;
  } catch (error) {
    if (signal.aborted) throw signal.reason ?? error;
    log.warn("A tool's 'approve' function failed, so approval is requested", {
      tool: name,
      reason: String(error),
    });
    return typeof approve === 'function' ? 'user' : 'staff';
  }
}

function writeMessage({ name, approve }: ToolDefinition, input: unknown): string | undefined {
  if (typeof approve !== 'object' || !approve.message) return undefined;
  try {
    const message: unknown = approve.message({ input });
    if (typeof message !== 'string' || message.trim() === '') throw new Error('It returned no text');
    return showUnseen(showBothEnds(message, MESSAGE_CHARACTERS));
  } catch (error) {
    log.warn("A tool's 'approve.message' failed, so the default question is asked", {
      tool: name,
      reason: String(error),
    });
    return undefined;
  }
}

function readQuorum({ approve }: ToolDefinition): number | undefined {
  return typeof approve === 'object' ? approve.quorum : undefined;
}

function fromSilence(tool: ToolDefinition | undefined): Permit {
  return denied(
    tool?.runsIn === 'page'
      ? 'No page ran this call in time'
      : 'Nobody answered in time whether this call may run, so it was not run',
  );
}

async function fromAnswer(
  tool: ToolDefinition | undefined,
  { asked: { answer, isMessage, status }, input }: { asked: FoundApproval; input: unknown },
): Promise<Permit> {
  const reply = answer ?? '';
  const isFromPage = tool?.runsIn === 'page';
  if (
    isMessage &&
    !answersQuestion(reply, { isAboutCall: true, takesAnyAnswer: false, wantsOutput: isFromPage })
  )
    return denied(
      isFromPage
        ? 'The page did not run this call, because the user sent a message instead'
        : 'The user did not permit this call but sent a message instead, so it was not run',
    );
  if (isFromPage) return { kind: 'settled', output: readPageOutput(reply) };
  const verdict = await judgeAnswer(tool, { answer: reply, isMessage, input });
  switch (verdict.kind) {
    case 'runs':
      if (status === 'confirmed') return verdict;
      return denied('The user permitted this call when it could no longer run, so it was not run');
    case 'refused':
      return denied(
        `The user refused this call, so it was not run${verdict.reason === undefined ? '' : `: ${verdict.reason}`}`,
      );
    case 'unfit':
      return denied(`The user permitted this call, but its input does not fit. ${verdict.problem}`);
  }
}

function denied(reason: string): Permit {
  return { kind: 'settled', output: { type: 'execution-denied', reason } };
}

export function executionEnded(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Execution.Ended',
    message: 'The execution ended before the question about a tool call was answered',
    nonRetryable: true,
  });
}

async function findApprovedInput(
  db: Database,
  { userId, toolName }: { userId: string | null; toolName: string },
): Promise<{ input: unknown } | undefined> {
  const approved = userId === null ? undefined : await findLastApprovedCall(db, { userId, toolName });
  if (!approved) return undefined;
  const answer = readToolAnswer(approved.answer ?? '');
  if (answer.kind === 'changed') return { input: answer.input };
  const { content } = (await findModelCall(db, approved)) ?? {};
  const call = listToolCalls(content ?? [])[approved.ordinal - 1];
  return call && { input: call.input };
}

/** Reads `{ "output": … }` or `{ "error": "…" }`. Other text is the output. */
export function readPageOutput(answer: string): ToolOutput {
  const { output, error } = parseObject(answer) ?? { output: answer };
  if (typeof error === 'string') return errorOutput(error);
  try {
    return toToolOutput(output ?? null);
  } catch (problem) {
    return errorOutput(`The page's output cannot be used: ${errorMessage(problem)}`);
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return 'output' in value || 'error' in value ? value : { output: value };
  } catch {
    return undefined;
  }
}
