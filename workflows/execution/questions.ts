import { isRecord } from '../../protocol/is-record.js';
import { condition, log, setHandler } from '@temporalio/workflow';
import { MAX_ANSWER_CHARACTERS } from '../../protocol/limits.js';
import type { AnswerInput, AnswerResult, WaitingNode } from '../../protocol/messages.js';
import { answeredSignal, answerSignal, answerUpdate } from '../definitions.js';
import { failureFacts } from '../read-failure-facts.js';
import { refusal } from '../refusal.js';
import { refuseUnreadable } from '../refuse-unreadable.js';

export interface NodeQuestion extends WaitingNode {
  isAnswered: boolean;
  answer?: string;
  outcome: AnswerResult['outcome'] | null;
  problem?: AnswerProblem | undefined;
}

interface AnswerProblem {
  type: 'Approval.InvalidAnswer' | 'Approval.NotPermitted';
  message: string;
}

export function refuseAnswer(question: NodeQuestion, problem: AnswerProblem): void {
  question.answer = undefined;
  question.problem = problem;
}

/** Above the number of questions that can be open at once. */
const MAX_EARLY = 1_000;

export function openQuestions(carried: readonly WaitingNode[] | undefined): Questions {
  const questions = new Questions(carried);
  setHandler(answerUpdate, (input) => questions.answer(input), {
    validator: (input) => void questions.find(input),
    description:
      'Answers the question of a node or about a tool call: yes, confirm, true, y or 1 confirm, anything else refuses',
  });
  setHandler(
    answerSignal,
    async (input) => {
      try {
        await questions.answer(input);
      } catch (error) {
        // A Signal has no response, and a throw would block the execution forever.
        log.warn('Signal refused', { name: answerSignal.name, reason: failureFacts(error).message });
      }
    },
    { description: "Answers a question as the Update 'answer' does, without a response" },
  );
  setHandler(
    answeredSignal,
    (node: unknown) => {
      if (!questions.hear(node)) log.warn('Signal refused', { name: answeredSignal.name });
    },
    { description: 'Sent by Threadline: the answer to a question is stored' },
  );
  return questions;
}

export class Questions {
  private readonly asked: NodeQuestion[];
  private readonly carried: Set<NodeQuestion>;
  /** Questions that are stored but not yet asked here. */
  private readonly early: WaitingNode[] = [];

  /** `carried` questions: an answer may arrive before their nodes ask again. */
  constructor(carried: readonly WaitingNode[] = []) {
    this.asked = carried.map((place) => open(toPlace(place)));
    this.carried = new Set(this.asked);
  }

  ask(node: WaitingNode): NodeQuestion {
    const place = toPlace(node);
    for (const question of this.carried)
      if (isSame(question, place)) {
        this.carried.delete(question);
        return question;
      }
    const isAnswered = this.early.some((word) => isSame(word, place));
    const question = open({ ...place, isAnswered });
    this.asked.push(question);
    return question;
  }

  close({ nodeId, iteration }: WaitingNode): void {
    for (const question of this.asked)
      if (question.nodeId === nodeId && question.iteration === iteration) question.outcome ??= 'cancelled';
  }

  hear(node: unknown): boolean {
    // Checked, because anyone may send a Signal.
    if (!isWaitingNode(node)) return false;
    const question = this.asked.find((asked) => isSame(asked, node) && isOpen(asked));
    if (question) question.isAnswered = true;
    else if (this.early.length < MAX_EARLY) this.early.push(node);
    return true;
  }

  /** Waits for the decision. Idempotent for a question about a tool call. */
  async answer(input: AnswerInput): Promise<AnswerResult> {
    const question = this.find(input);
    const answer = toText(input.answer);
    if (!hasAnswer(question, answer)) {
      await condition(() => isOpen(question) || !isUndecided(question));
      if (!isOpen(question)) throw refusal('Approval.NotWaiting', whyNone(this.asked, input));
      question.isAnswered = true;
      question.answer = answer;
      question.problem = undefined;
    }
    await condition(() => question.outcome !== null || question.problem !== undefined);
    const { nodeId, call, outcome, problem } = question;
    if (outcome === null)
      throw refusal(
        problem?.type ?? 'Approval.InvalidAnswer',
        problem?.message ?? 'The answer fits no question',
      );
    return call === undefined ? { nodeId, outcome } : { nodeId, call, outcome };
  }

  find(input: AnswerInput | undefined): NodeQuestion {
    refuseUnreadable(input);
    const problem = answerProblem(input);
    if (problem) throw refusal('Approval.InvalidAnswer', problem);
    const meant = this.asked.filter(
      ({ nodeId, iteration, call }) =>
        (input?.nodeId === undefined || input.nodeId === nodeId) &&
        (input?.iteration === undefined || input.iteration === iteration) &&
        (input?.call === undefined || input.call === call),
    );
    const open = meant.filter(isUndecided);
    const [only] = open;
    if (!only) {
      const again = input && meant.find((question) => hasAnswer(question, toText(input.answer)));
      if (again) return again;
      throw refusal('Approval.NotWaiting', whyNone(this.asked, input));
    }
    if (only.call === undefined && typeof input?.answer !== 'string')
      throw refusal('Approval.InvalidAnswer', 'The answer is not a string');
    if (open.length > 1)
      throw refusal(
        'Approval.NotWaiting',
        `Several questions wait for an answer: name one of ${open.map(toWords).join(', ')}`,
      );
    return only;
  }

  listOpen(): WaitingNode[] {
    return this.asked.filter(isOpen).map(toPlace);
  }
}

/** Drops other fields, which must not enter the history. */
function toPlace({ nodeId, iteration, call }: WaitingNode): WaitingNode {
  return call === undefined ? { nodeId, iteration } : { nodeId, iteration, call };
}

function isSame(one: WaitingNode, other: WaitingNode): boolean {
  return one.nodeId === other.nodeId && one.iteration === other.iteration && one.call === other.call;
}

function hasAnswer({ call, answer }: NodeQuestion, given: string): boolean {
  return call !== undefined && answer === given;
}

function toText(answer: AnswerInput['answer']): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

function open(place: WaitingNode & { isAnswered?: boolean }): NodeQuestion {
  return { isAnswered: false, ...place, outcome: null };
}

function toWords({ nodeId, iteration, call }: WaitingNode): string {
  const item = iteration === '' ? '' : ` (iteration '${iteration}')`;
  return `'${nodeId}'${item}${call === undefined ? '' : ` (call '${call}')`}`;
}

function isWaitingNode(node: unknown): node is WaitingNode {
  return (
    typeof node === 'object' &&
    node !== null &&
    'nodeId' in node &&
    typeof node.nodeId === 'string' &&
    'iteration' in node &&
    typeof node.iteration === 'string' &&
    (!('call' in node) || typeof node.call === 'string')
  );
}

function isOpen({ isAnswered, outcome }: NodeQuestion): boolean {
  return !isAnswered && outcome === null;
}

function isUndecided({ answer, outcome }: NodeQuestion): boolean {
  return answer === undefined && outcome === null;
}

function whyNone(questions: readonly NodeQuestion[], input: AnswerInput | undefined): string {
  const known = questions.find(({ nodeId }) => input?.nodeId === undefined || nodeId === input.nodeId);
  if (known) return `The question of node '${known.nodeId}' has been answered already`;
  return input?.nodeId === undefined
    ? 'Nothing here waits for an answer'
    : `Node '${input.nodeId.slice(0, 64)}' does not wait for an answer`;
}

function answerProblem(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return 'The input is not an object with an answer';
  const { answer, nodeId, iteration, call } = input as Record<string, unknown>;
  if (typeof answer !== 'string' && !isRecord(answer)) return 'The answer is not a string';
  const { length } = toText(answer);
  if (length > MAX_ANSWER_CHARACTERS)
    return `The answer has ${length} characters; at most ${MAX_ANSWER_CHARACTERS} are accepted`;
  for (const [name, value] of Object.entries({ nodeId, iteration, call }))
    if (value !== undefined && typeof value !== 'string') return `The ${name} is not a string`;
  return undefined;
}
