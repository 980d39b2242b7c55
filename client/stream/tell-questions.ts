import type { OpenQuestion } from '../../store/execution/open-questions.js';
import type { TurnEvent } from './stream-events.js';

/** Events of the questions that a reader has not been told of; remembers those that it has. */
export function createQuestionTeller(): (questions: readonly OpenQuestion[], id: string) => TurnEvent[] {
  const told = new Set<string>();
  return (questions, id) =>
    questions.flatMap((question) => {
      const { executionId, nodeId, iteration, call } = question;
      const key = [executionId, nodeId, iteration, call].join('\n');
      if (told.has(key)) return [];
      told.add(key);
      return [{ type: 'approval' as const, id, ...question }];
    });
}
