import type { JsonSchema } from '../../protocol/json-schema.js';
import type { FlowDefinition } from '../definition.js';
import { objectAnswerProblem } from './answering-nodes.js';
import { schemaProblem } from '../output/schema/schema-problem.js';

export function askedOutputProblem(flow: FlowDefinition, schema: JsonSchema): string | undefined {
  const problem = schemaProblem(schema);
  return problem ? `The requested 'output' ${problem}` : objectAnswerProblem(flow);
}
