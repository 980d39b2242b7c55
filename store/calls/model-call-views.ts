import { stepInBlock } from '../../flow/execution/step-blocks.js';
import type { Database } from '../database.js';
import type { ModelCallView } from '../../views/call.js';

export async function listModelCalls(db: Database, workflowId: string): Promise<ModelCallView[]> {
  const calls = await db
    .selectFrom('model_call')
    .innerJoin('execution', 'execution.id', 'model_call.execution_id')
    .select([
      'model_call.step',
      'model_call.node_id as nodeId',
      'model_call.status',
      'model_call.model',
      'model_call.input_tokens as inputTokens',
      'model_call.cached_input_tokens as cachedInputTokens',
      'model_call.output_tokens as outputTokens',
      'model_call.reasoning_tokens as reasoningTokens',
      'model_call.cost',
      'model_call.finish_reason as finishReason',
      'model_call.attempt',
      'model_call.failures',
      'model_call.error_type as errorType',
      'model_call.error_message as errorMessage',
      'model_call.first_token_ms as firstTokenMs',
      'model_call.created_at as createdAt',
      'model_call.finished_at as finishedAt',
    ])
    .where('execution.workflow_id', '=', workflowId)
    .where('model_call.purpose', '<>', 'placed')
    .orderBy('model_call.step')
    .execute();
  const tools = await db
    .selectFrom('tool_call')
    .innerJoin('execution', 'execution.id', 'tool_call.execution_id')
    .select([
      'tool_call.step',
      'tool_call.name',
      'tool_call.attempt',
      'tool_call.started_at as startedAt',
      'tool_call.finished_at as finishedAt',
    ])
    .where('execution.workflow_id', '=', workflowId)
    .orderBy('tool_call.ordinal')
    .execute();
  return calls.map((call) => ({
    ...call,
    stepInNode: stepInBlock(call.step),
    tools: tools.filter(({ step }) => step === call.step).map(({ step: _step, ...tool }) => tool),
  }));
}
