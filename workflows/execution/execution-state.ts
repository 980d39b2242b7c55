import { condition, log, setHandler } from '@temporalio/workflow';
import type { FlowPlan } from '../../protocol/activities/execution.js';
import { nodeStatuses } from '../../flow/scheduler/node-statuses.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import { MAX_ANSWER_CHARACTERS } from '../../protocol/limits.js';
import {
  type AnswerInput,
  type AnswerResult,
  type CarriedExecution,
  type WaitingNode,
} from '../../protocol/messages.js';
import { refusal } from '../refusal.js';
import { ProgressBoard } from './progress-board.js';
import { openStepDesk, type StepDesk } from './step-desk.js';
import { answeredSignal, answerUpdate, executionStatusQuery } from '../definitions.js';

/** A node that asks a person, from the question to its outcome. */
export interface Question extends WaitingNode {
  /** Something has come in: an answer here, or the word that there is one in its row. */
  isAnswered: boolean;
  /** Undefined: it is in the row, or there is none. */
  answer?: string;
  /** Null: not decided yet. */
  outcome: AnswerResult['outcome'] | null;
}

/** What all nodes of an execution share: what is shown of it, who is asked, and when waiting ends. */
export interface ExecutionState {
  readonly heartbeatTimeoutMs: number;
  readonly isSearchable: boolean;
  readonly board: ProgressBoard;
  /** The queues of the agents that are at work. */
  readonly steps: StepDesk;
  /** When waiting nodes go on, in Workflow time, by node and iteration. */
  readonly deadlines: Map<string, number>;
  /** Something of it is done after the turn. */
  leavesWork: boolean;
  /** Opens the question of a node. */
  ask(node: WaitingNode): Question;
  showSchedule(state: ScheduleState): void;
}

/** Words of answers that are kept until their questions are known: more than there are at once. */
const MAX_EARLY = 1_000;

/** Registers the Updates, Signals and Queries of an execution and returns what its nodes share. */
export function executionState(
  plan: FlowPlan & { heartbeatTimeoutMs: number; isSearchable?: true },
  carried: CarriedExecution | undefined,
): ExecutionState {
  const questions: Question[] = [];
  // Word of an answer may come before the question is known here: its row is stored first.
  const early: WaitingNode[] = [];
  const board = new ProgressBoard(plan);
  let schedule: ScheduleState | undefined;

  setHandler(answerUpdate, answer, {
    validator: (input) => void findQuestion(input),
    description: 'Answers the question of a node: yes, confirm, true, y or 1 confirm, anything else cancels',
  });
  setHandler(answeredSignal, (node: unknown) => {
    // Anybody may send it, with anything: a throw here would stop the execution for ever.
    if (!isWaitingNode(node)) return log.warn('Signal refused', { name: answeredSignal.name });
    const question = questions.find(isOf(node));
    if (question !== undefined) question.isAnswered = true;
    else if (early.length < MAX_EARLY) early.push(node);
  });
  setHandler(executionStatusQuery, () => ({
    phase: board.phase,
    nodes: schedule === undefined ? [] : listStatuses(schedule),
    waiting: questions.filter(isOpen).map(({ nodeId, iteration }) => ({ nodeId, iteration })),
  }));

  return {
    heartbeatTimeoutMs: plan.heartbeatTimeoutMs,
    isSearchable: plan.isSearchable === true,
    board,
    steps: openStepDesk(),
    deadlines: new Map(carried?.deadlines ?? []),
    leavesWork: carried?.leavesWork === true,
    ask({ nodeId, iteration }) {
      const isAnswered = early.some((node) => node.nodeId === nodeId && node.iteration === iteration);
      const question: Question = { nodeId, iteration, isAnswered, outcome: null };
      questions.push(question);
      return question;
    },
    showSchedule(state) {
      schedule = state;
      board.show(nodeStatuses(plan, state));
    },
  };

  async function answer(input: AnswerInput): Promise<AnswerResult> {
    const question = findQuestion(input);
    // Word of an answer is looked into first: there may be none.
    await condition(() => isOpen(question) || !isUndecided(question));
    if (!isOpen(question)) throw refusal('Approval.NotWaiting', whyNone(questions, input));
    question.isAnswered = true;
    question.answer = input.answer;
    await condition(() => question.outcome !== null);
    const { nodeId, outcome } = question;
    if (outcome === null) throw new Error('A question that was decided has no outcome');
    return { nodeId, outcome };
  }

  /** The question that an answer is for. Throws a refusal that says why there is none. */
  function findQuestion(input: AnswerInput | undefined): Question {
    const problem = answerProblem(input);
    if (problem !== undefined) throw refusal('Approval.InvalidAnswer', problem);
    const open = questions
      .filter(isUndecided)
      .filter(
        ({ nodeId, iteration }) =>
          (input?.nodeId === undefined || input.nodeId === nodeId) &&
          (input?.iteration === undefined || input.iteration === iteration),
      );
    const [only] = open;
    if (only === undefined) throw refusal('Approval.NotWaiting', whyNone(questions, input));
    if (open.length > 1)
      throw refusal(
        'Approval.NotWaiting',
        `Several nodes wait for an answer: name one of ${open.map(({ nodeId, iteration }) => `'${nodeId}'${iteration === '' ? '' : ` (iteration '${iteration}')`}`).join(', ')}`,
      );
    return only;
  }

  function listStatuses(state: ScheduleState): { nodeId: string; status: string }[] {
    return Object.entries(nodeStatuses(plan, state)).flatMap(([status, ids]) =>
      ids.map((nodeId: string) => ({
        nodeId,
        status: questions.some((question) => question.nodeId === nodeId && isOpen(question))
          ? 'waiting'
          : status,
      })),
    );
  }
}

function isWaitingNode(node: unknown): node is WaitingNode {
  return (
    typeof node === 'object' &&
    node !== null &&
    'nodeId' in node &&
    typeof node.nodeId === 'string' &&
    'iteration' in node &&
    typeof node.iteration === 'string'
  );
}

function isOpen({ isAnswered, outcome }: Question): boolean {
  return !isAnswered && outcome === null;
}

/** Nobody's answer is known here: at the most there is word of one. */
function isUndecided({ answer, outcome }: Question): boolean {
  return answer === undefined && outcome === null;
}

function isOf({ nodeId, iteration }: WaitingNode): (question: Question) => boolean {
  return (question) => question.nodeId === nodeId && question.iteration === iteration && isOpen(question);
}

function whyNone(questions: readonly Question[], input: AnswerInput | undefined): string {
  const known = questions.find(({ nodeId }) => input?.nodeId === undefined || nodeId === input.nodeId);
  if (known !== undefined) return `The question of node '${known.nodeId}' has been answered already`;
  return input?.nodeId === undefined
    ? 'Nothing here waits for an answer'
    : `Node '${input.nodeId.slice(0, 64)}' does not wait for an answer`;
}

/** What is wrong with an answer, whatever a client sent; undefined: nothing. */
function answerProblem(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return 'The input is not an object with an answer';
  const { answer, nodeId, iteration } = input as Record<string, unknown>;
  if (typeof answer !== 'string') return 'The answer is not a text';
  if (answer.length > MAX_ANSWER_CHARACTERS)
    return `The answer has ${answer.length} characters; at most ${MAX_ANSWER_CHARACTERS} are taken`;
  for (const [name, value] of Object.entries({ nodeId, iteration }))
    if (value !== undefined && typeof value !== 'string') return `The ${name} is not a text`;
  return undefined;
}
