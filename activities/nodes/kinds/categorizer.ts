import { parseCategory } from '../../../flow/categories/parse-category.js';
import { stepBase } from '../../../flow/execution/step-blocks.js';
import type { EvaluatedNode } from '../../../protocol/activities/nodes.js';
import { insertNodeOutput } from '../../../store/nodes/node-outputs.js';
import { loadAnswerTexts } from '../../../store/nodes/node-answers.js';
import { nodeFailure } from '../../node-failure.js';
import type { NodeToEvaluate } from './evaluator.js';

export async function evaluateCategorizer({
  db,
  row,
  node: { config },
}: NodeToEvaluate<'categorizer'>): Promise<EvaluatedNode> {
  const { executionId } = row;
  const steps = await listAnsweredSteps({ db, row });
  const answer = [...(await loadAnswerTexts(db, { executionId, steps })).values()].at(-1) ?? '';
  const category = parseCategory(answer, config);
  if (category === undefined) {
    const names = config.categories.map(({ name }) => name).join(', ');
    throw nodeFailure(
      'Node.NoCategory',
      `The model answered '${answer.slice(0, 200)}', which names none of the categories ${names}: set 'fallback', or say more in 'instructions'`,
    );
  }
  await insertNodeOutput(db, { ...row, status: 'success', output: { category } });
  return { kind: 'done' };
}

async function listAnsweredSteps({
  db,
  row,
}: Pick<NodeToEvaluate<'categorizer'>, 'db' | 'row'>): Promise<number[]> {
  const calls = await db
    .selectFrom('model_call')
    .select('step')
    .where('execution_id', '=', row.executionId)
    .where('step', '>', stepBase(row.run))
    .where('step', '<=', stepBase(row.run + 1))
    .where('status', '=', 'completed')
    .where('purpose', '=', 'answer')
    .orderBy('step')
    .execute();
  return calls.map(({ step }) => step);
}
