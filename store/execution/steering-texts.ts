import { loadJoiningMessages } from '../conversation/joining-turns.js';
import type { Database } from '../database.js';

/** A text that joined an execution, as readers of its stream are told it. */
export interface SteeringText {
  /** The id of a message of the conversation; absent: it was pushed to an agent as a step. */
  turnId?: string;
  text: string;
}

/** The same, with the step whose call was the first to be sent it; null: none was yet. */
export interface Steering extends SteeringText {
  joinedStep: number | null;
}

/** Loads the messages and then the pushed steps that join an execution, each in the order in which they were said. */
export async function loadSteering(
  db: Database,
  execution: { id: number; conversationId: number | null; position: number | null },
): Promise<Steering[]> {
  const { id, conversationId, position } = execution;
  const messages =
    conversationId === null || position === null
      ? []
      : await loadJoiningMessages(db, { conversationId, position });
  const steps = await db
    .selectFrom('agent_step')
    .select(['content as text', 'begun_step as joinedStep'])
    .where('execution_id', '=', id)
    .where('joins', '=', true)
    .orderBy('run')
    .orderBy('ordinal')
    .execute();
  return [
    ...messages.map(({ turnId, content, joinedStep }) => ({ turnId, text: content, joinedStep })),
    ...steps.map(({ text, joinedStep }) => ({ text: text ?? '', joinedStep })),
  ];
}
