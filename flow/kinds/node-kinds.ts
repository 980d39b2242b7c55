import type { z } from 'zod';
import { agentKind, type AgentConfig } from './agent.js';
import { approvalKind } from './approval.js';
import { categorizerKind } from './categorizer.js';
import { chatKind } from './chat.js';
import { codeKind } from './code.js';
import { filterKind } from './filter.js';
import { loopKind } from './loop.js';
import { manualKind } from './manual.js';
import { mergeKind } from './merge.js';
import { modelKind } from './model.js';
import type { NodeKind } from './node-kind.js';
import { replyKind } from './reply.js';
import { subflowKind } from './subflow.js';
import { switchKind } from './switch.js';
import { templateKind } from './template.js';
import type { BuiltInKind, ModelCallingKind } from './traits.js';
import { waitKind } from './wait.js';
import { workflowNodeKind } from './workflow.js';

/**
 * In the order of error messages and the JSON Schema. The package exports named exports, so this is the
 * default one.
 */
const NODE_KINDS = {
  chat: chatKind,
  manual: manualKind,
  model: modelKind,
  agent: agentKind,
  categorizer: categorizerKind,
  switch: switchKind,
  filter: filterKind,
  merge: mergeKind,
  template: templateKind,
  code: codeKind,
  loop: loopKind,
  wait: waitKind,
  approval: approvalKind,
  subflow: subflowKind,
  workflow: workflowNodeKind,
  reply: replyKind,
} satisfies { readonly [Kind in BuiltInKind]: NodeKind & { schema: z.ZodType<{ kind: Kind }> } } & {
  readonly [Kind in ModelCallingKind]: { calls(config: never): AgentConfig };
};

export default NODE_KINDS;

export { agent, type AgentConfig, type AgentQueues, type AgentStep, type AgentToolStep } from './agent.js';
export { approval, type ApprovalConfig } from './approval.js';
export type { ExtraConfig } from './call-fields.js';
export { categorizer, type CategorizerConfig } from './categorizer.js';
export { chat } from './chat.js';
export { code, type CodeConfig } from './code.js';
export type { Condition } from './condition.js';
export { custom } from './custom.js';
export { filter, type FilterConfig } from './filter.js';
export { loop, type LoopConfig } from './loop.js';
export { manual } from './manual.js';
export { merge } from './merge.js';
export { model, type ModelConfig } from './model.js';
export { reply, type ReplyConfig } from './reply.js';
export { subflow, type SubflowConfig } from './subflow.js';
export { switchOn, type SwitchConfig } from './switch.js';
export { template, type TemplateConfig } from './template.js';
export { wait, type WaitConfig } from './wait.js';
export { workflow, type WorkflowConfig } from './workflow.js';
