import {
  chat,
  defineFlow,
  defineNode,
  defineTool,
  reply,
  type Executions,
  type ExecutionTree,
  type ExecutionView,
  type FlowNode,
  type FlowProblem,
  type FlowValidation,
  type ModelFactory,
  type NodeContext,
  type NodeDefinition,
  type ProjectConfig,
  type StartExecution,
  type ToolContext,
  type ToolLogger,
} from 'threadline';
import type { TestSystem } from 'threadline/testing';
import { z } from 'zod';

function take<Type>(_value: Type): void {}

// @ts-expect-error -- no node
take<FlowNode>(false);
// @ts-expect-error -- no list of flows
take<ProjectConfig['flows']>(false);
// @ts-expect-error -- no severity
take<FlowProblem['severity']>(false);
// @ts-expect-error -- no list of problems
take<FlowValidation['problems']>(false);
// @ts-expect-error -- no tree
take<ExecutionTree>(false);
// @ts-expect-error -- no function
take<Executions['answer']>(false);
// @ts-expect-error -- no name
take<NodeDefinition['kind']>(false);
// @ts-expect-error -- no schema, which is a type of Zod's
take<NodeDefinition['config']>(false);
// @ts-expect-error -- no logger
take<NodeContext['log']>(false);
// @ts-expect-error -- no status
take<ExecutionView['status']>(false);
// @ts-expect-error -- no budget
take<StartExecution['budget']>(false);
// @ts-expect-error -- no model, which is a type of the AI SDK's
take<Awaited<ReturnType<ModelFactory>>>(false);
// @ts-expect-error -- no signal
take<ToolContext['abortSignal']>(false);
// @ts-expect-error -- no logger
take<ToolLogger>(false);
// @ts-expect-error -- no database, which is a type of Kysely's
take<TestSystem['db']>(false);
// @ts-expect-error -- no client, which is a type of Temporal's
take<TestSystem['temporal']>(false);

defineTool({
  name: 'double',
  description: 'Doubles a number.',
  input: z.object({ number: z.number() }),
  // @ts-expect-error -- the schema gives no `text`
  execute: ({ text }) => text,
});

defineNode({
  kind: 'custom:double',
  config: z.object({ number: z.number() }),
  // @ts-expect-error -- the schema gives no `text`
  execute: ({ text }) => text,
});

const nodes = { chat: chat(), say: reply({ text: 'Hello' }) };
// @ts-expect-error -- no node `speak`
take(() => defineFlow({ slug: 'hello', name: 'Hello', nodes, edges: [['chat', 'speak']] }));
