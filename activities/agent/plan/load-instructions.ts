import type { Instruction } from '../../../context/call/call-rows.js';
import type { StepPlace } from '../../../protocol/step-queues.js';
import { findBase, findRun } from '../../../flow/execution/step-blocks.js';
import { loadAgentSteps, type AgentStepRow } from '../../../store/nodes/agent-steps.js';
import type { Database } from '../../../store/database.js';

/** The instructions that a run's queues have given so far. */
export interface Instructions {
  /** Oldest first. */
  said: readonly Instruction[];
  /** The work on the running step comes after this one. */
  origin: number;
  /** Pushed steps that the call is the first to be sent, by their ordinals. */
  joining: readonly number[];
}

/** User messages in a row are sent as one: this tells the turn's own from the instruction behind it. */
const PREPARE = 'Before you answer this, do only the following:';
/** Follows the answers to instructions, so that the turn's own message is answered and not they. */
const PREPARED = 'That was the preparation. Now answer the message that came before it.';

export interface LoadInstructionsInput {
  executionId: number;
  step: number;
  /** The step of the queues that the call is made for; undefined: the run's question, with no step before it. */
  queued?: StepPlace | undefined;
  /** What was pushed meanwhile joins the call. */
  mayJoin?: boolean;
}

/** Reads the instructions of a run up to the step of its queues that a call is made for, and those that join the call. */
export async function loadInstructions(db: Database, input: LoadInstructionsInput): Promise<Instructions> {
  const { executionId, step } = input;
  const rows = await loadAgentSteps(db, { executionId, run: findRun(step) });
  const queued = queuedRows(rows, input);
  const joined = joinedRows(rows, input);
  const running = queued.at(-1);
  const begun = [...queued, ...joined].sort((one, other) => one.begunStep - other.begunStep);
  const said = begun.flatMap((row) => {
    const text = renderInstruction(row, begun);
    if (text === undefined) return [];
    return [{ text, beforeStep: row.begunStep, isRunning: row === running, joins: row.joins }];
  });
  return {
    said,
    origin: (begun.at(-1)?.begunStep ?? findBase(step) + 1) - 1,
    joining: joined.filter(({ isNew }) => isNew).map(({ ordinal }) => ordinal),
  };
}

type BegunRow = AgentStepRow & { begunStep: number };

/** The steps that were begun one after another, up to the running one: after a reset there may be later ones. */
function queuedRows(
  rows: readonly AgentStepRow[],
  { queued }: Pick<LoadInstructionsInput, 'queued'>,
): BegunRow[] {
  if (queued === undefined) return [];
  const last = rows.findIndex(({ queue, ordinal }) => queue === queued.queue && ordinal === queued.ordinal);
  return rows
    .slice(0, last + 1)
    .filter(isBegun)
    .filter(({ joins }) => !joins);
}

/** The steps that joined a call of the run, this one at the latest. */
function joinedRows(
  rows: readonly AgentStepRow[],
  { step, mayJoin }: Pick<LoadInstructionsInput, 'step' | 'mayJoin'>,
): (BegunRow & { isNew: boolean })[] {
  return rows
    .filter(({ joins }) => joins)
    .flatMap((row): (BegunRow & { isNew: boolean })[] => {
      const { begunStep } = row;
      if (begunStep === null) return mayJoin === true ? [{ ...row, begunStep: step, isNew: true }] : [];
      return begunStep <= step ? [{ ...row, begunStep, isNew: false }] : [];
    });
}

function isBegun(row: AgentStepRow): row is BegunRow {
  return row.begunStep !== null;
}

/** Undefined: it says nothing. */
function renderInstruction(
  { queue, content }: AgentStepRow,
  begun: readonly AgentStepRow[],
): string | undefined {
  if (queue === 'pre') return content === null ? undefined : `${PREPARE}\n\n${content}`;
  if (content !== null) return content;
  const isQuestion = queue === 'todo';
  return isQuestion && begun.some((row) => row.queue === 'pre' && row.content !== null)
    ? PREPARED
    : undefined;
}
