import { condition, log, setHandler } from '@temporalio/workflow';
import { MAX_ANSWER_CHARACTERS } from '../../protocol/limits.js';
import type { AnswerInput, AnswerResult, WaitingNode } from '../../protocol/messages.js';
import { answeredSignal, answerUpdate } from '../definitions.js';
import { refusal } from '../refusal.js';
import { refuseUnreadable } from '../refuse-unreadable.js';

/** A node that asks a person, from the question to its outcome. */
export interface NodeQuestion extends WaitingNode {
  /** Something has come in: an answer here, or the word that there is one in its row. */
  isAnswered: boolean;
  /** Undefined: it is in the row, or there is none. */
  answer?: string;
  /** Null: not decided yet. */
  outcome: AnswerResult['outcome'] | null;
}

/** Words of answers that are kept until their questions are known: more than there are at once. */
const MAX_EARLY = 1_000;

/** Registers the Update `answer` and the Signal `answered`, and returns where nodes ask. */
export function openQuestions(carried: readonly WaitingNode[] | undefined): Questions {
  const questions = new Questions(carried);
  setHandler(answerUpdate, (input) => questions.answer(input), {
    validator: (input) => void questions.find(input),
    description: 'Answers the question of a node: yes, confirm, true, y or 1 confirm, anything else cancels',
  });
  setHandler(answeredSignal, (node: unknown) => {
    if (!questions.hear(node)) log.warn('Signal refused', { name: answeredSignal.name });
  });
  return questions;
}

/** The questions of an execution's nodes. */
export class Questions {
  private readonly asked: NodeQuestion[];
  /** Those of the run before, until their nodes ask again. */
  private readonly carried: Set<NodeQuestion>;
  /** Word of an answer may come before the question is known here: its row is stored first. */
  private readonly early: WaitingNode[] = [];

  /** Opens the questions that were open when the run before ended: an answer may come before their nodes ask again. */
  constructor(carried: readonly WaitingNode[] = []) {
    this.asked = carried.map(({ nodeId, iteration }) => open({ nodeId, iteration }));
    this.carried = new Set(this.asked);
  }

  /** Opens the question of a node, or takes up the one that is open from the run before. */
  ask({ nodeId, iteration }: WaitingNode): NodeQuestion {
    for (const question of this.carried)
      if (question.nodeId === nodeId && question.iteration === iteration) {
        this.carried.delete(question);
        return question;
      }
    const isAnswered = this.early.some((node) => node.nodeId === nodeId && node.iteration === iteration);
    const question = open({ nodeId, iteration, isAnswered });
    this.asked.push(question);
    return question;
  }

  /** Takes in the word that the answer of a node's question is in its row. False: it is no such word. */
  hear(node: unknown): boolean {
    // Anybody may send it, with anything: a throw here would stop the execution for ever.
    if (!isWaitingNode(node)) return false;
    const question = this.asked.find(isOf(node));
    if (question !== undefined) question.isAnswered = true;
    else if (this.early.length < MAX_EARLY) this.early.push(node);
    return true;
  }

  /** Gives a question its answer; returns when it is decided. Throws a refusal where nothing waits for it. */
  async answer(input: AnswerInput): Promise<AnswerResult> {
    const question = this.find(input);
    // Word of an answer is looked into first: there may be none.
    await condition(() => isOpen(question) || !isUndecided(question));
    if (!isOpen(question)) throw refusal('Approval.NotWaiting', whyNone(this.asked, input));
    question.isAnswered = true;
    question.answer = input.answer;
    await condition(() => question.outcome !== null);
    const { nodeId, outcome } = question;
    if (outcome === null) throw new Error('A question that was decided has no outcome');
    return { nodeId, outcome };
  }

  /** The question that an answer is for. Throws a refusal that says why there is none. */
  find(input: AnswerInput | undefined): NodeQuestion {
    refuseUnreadable(input);
    const problem = answerProblem(input);
    if (problem !== undefined) throw refusal('Approval.InvalidAnswer', problem);
    const open = this.asked
      .filter(isUndecided)
      .filter(
        ({ nodeId, iteration }) =>
          (input?.nodeId === undefined || input.nodeId === nodeId) &&
          (input?.iteration === undefined || input.iteration === iteration),
      );
    const [only] = open;
    if (only === undefined) throw refusal('Approval.NotWaiting', whyNone(this.asked, input));
    if (open.length > 1)
      throw refusal(
        'Approval.NotWaiting',
        `Several nodes wait for an answer: name one of ${open.map(toWords).join(', ')}`,
      );
    return only;
  }

  /** Nodes whose questions wait for an answer. */
  listOpen(): WaitingNode[] {
    return this.asked.filter(isOpen).map(({ nodeId, iteration }) => ({ nodeId, iteration }));
  }
}

function open(place: WaitingNode & { isAnswered?: boolean }): NodeQuestion {
  return { isAnswered: false, ...place, outcome: null };
}

function toWords({ nodeId, iteration }: WaitingNode): string {
  return `'${nodeId}'${iteration === '' ? '' : ` (iteration '${iteration}')`}`;
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

function isOpen({ isAnswered, outcome }: NodeQuestion): boolean {
  return !isAnswered && outcome === null;
}

/** Whether nobody's answer is known here: at the most there is word of one. */
function isUndecided({ answer, outcome }: NodeQuestion): boolean {
  return answer === undefined && outcome === null;
}

function isOf({ nodeId, iteration }: WaitingNode): (question: NodeQuestion) => boolean {
  return (question) => question.nodeId === nodeId && question.iteration === iteration && isOpen(question);
}

function whyNone(questions: readonly NodeQuestion[], input: AnswerInput | undefined): string {
  const known = questions.find(({ nodeId }) => input?.nodeId === undefined || nodeId === input.nodeId);
  if (known !== undefined) return `The question of node '${known.nodeId}' has been answered already`;
  return input?.nodeId === undefined
    ? 'Nothing here waits for an answer'
    : `Node '${input.nodeId.slice(0, 64)}' does not wait for an answer`;
}

/** Says what is wrong with an answer, whatever a client sent; undefined: nothing. */
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
