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
}

/** User messages in a row are sent as one: this tells the turn's own from the instruction behind it. */
const PREPARE = 'Before you answer this, do only the following:';
/** Follows the answers to instructions, so that the turn's own message is answered and not they. */
const PREPARED = 'That was the preparation. Now answer the message that came before it.';

/** Reads the instructions of a run up to the step of its queues that a call is made for. */
export async function loadInstructions(
  db: Database,
  { executionId, step, queued }: { executionId: number; step: number; queued: StepPlace },
): Promise<Instructions> {
  const rows = await loadAgentSteps(db, { executionId, run: findRun(step) });
  const last = rows.findIndex(({ queue, ordinal }) => queue === queued.queue && ordinal === queued.ordinal);
  // After a reset there may be later ones.
  const begun = rows.slice(0, last + 1).filter(({ begunStep }) => begunStep !== null);
  const running = begun.at(-1);
  const said = begun.flatMap((row) => {
    const text = renderInstruction(row, begun);
    if (text === undefined || row.begunStep === null) return [];
    return [{ text, beforeStep: row.begunStep, isRunning: row === running }];
  });
  return { said, origin: (running?.begunStep ?? findBase(step) + 1) - 1 };
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
