import type { Instruction } from '../../../context/call/call-rows.js';
import type { StepPlace } from '../../../protocol/queued-steps.js';
import { findBase, findRun } from '../../../flow/execution/step-blocks.js';
import { loadJoiningMessages } from '../../../store/conversation/joining-turns.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadAgentSteps, type AgentStepRow } from '../../../store/nodes/agent-steps.js';
import type { Database } from '../../../store/database.js';

export interface Instructions {
  entries: readonly Instruction[];
  origin: number;
  joining: Joining;
}

export interface Joining {
  steps: readonly number[];
  messages: readonly { position: number; content: string }[];
}

/** These texts separate instructions from the turn's message: providers merge consecutive user messages. */
const PREPARE = 'Before you answer this, do only the following:';
const PREPARED = 'That was the preparation. Now answer the message that came before it.';

export interface LoadInstructionsInput {
  execution: Pick<ExecutionFacts, 'id' | 'conversationId' | 'position' | 'isSteered'>;
  step: number;
  queued?: StepPlace | undefined;
  mayJoin?: boolean;
  maySteer?: boolean;
}

export async function loadInstructions(db: Database, input: LoadInstructionsInput): Promise<Instructions> {
  const { execution, step } = input;
  const rows = await loadAgentSteps(db, { executionId: execution.id, run: findRun(step) });
  const messages = await loadMessages(db, input);
  const queued = queuedRows(rows, input);
  const joined = joinedRows(rows, input);
  const running = queued.at(-1);
  const begun = [...queued, ...joined].sort((one, other) => one.begunStep - other.begunStep);
  const instructions = begun.flatMap((row) => {
    const text = renderInstruction(row, begun);
    if (text === undefined) return [];
    return [{ text, beforeStep: row.begunStep, isRunning: row === running, joins: row.joins }];
  });
  const steering = messages.map(({ content, begunStep }) => ({
    text: content,
    beforeStep: begunStep,
    isRunning: false,
    joins: true,
  }));
  const entries = [...steering, ...instructions].sort((one, other) => one.beforeStep - other.beforeStep);
  const newest = Math.max(findBase(step) + 1, ...[...begun, ...messages].map(({ begunStep }) => begunStep));
  return {
    entries,
    origin: newest - 1,
    joining: {
      steps: joined.filter(({ isNew }) => isNew).map(({ ordinal }) => ordinal),
      messages: messages.filter(({ isNew }) => isNew),
    },
  };
}

interface BegunMessage {
  position: number;
  content: string;
  begunStep: number;
  isNew: boolean;
}

async function loadMessages(
  db: Database,
  { execution, step, maySteer }: Pick<LoadInstructionsInput, 'execution' | 'step' | 'maySteer'>,
): Promise<BegunMessage[]> {
  const { conversationId, position, isSteered } = execution;
  if (!isSteered || conversationId === null || position === null) return [];
  const rows = await loadJoiningMessages(db, { conversationId, position });
  return rows.flatMap(({ joinedStep, ...row }): BegunMessage[] => {
    if (joinedStep === null) return maySteer === true ? [{ ...row, begunStep: step, isNew: true }] : [];
    const begunStep = Math.max(joinedStep, findBase(step) + 1);
    return joinedStep <= step ? [{ ...row, begunStep, isNew: false }] : [];
  });
}

type BegunRow = AgentStepRow & { begunStep: number };

function queuedRows(
  rows: readonly AgentStepRow[],
  { queued }: Pick<LoadInstructionsInput, 'queued'>,
): BegunRow[] {
  if (!queued) return [];
  const last = rows.findIndex(({ queue, ordinal }) => queue === queued.queue && ordinal === queued.ordinal);
  return rows
    .slice(0, last + 1)
    .filter(isBegun)
    .filter(({ joins }) => !joins);
}

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
