import { SpanKind, type Attributes } from '@opentelemetry/api';
import { countSentByKind } from '../context/explain/count-sent-by-kind.js';
import type { ContextManifest } from '../context/manifest/manifest.js';
import type { CallPurpose } from '../protocol/call-purpose.js';
import { parseWorkflowId } from '../protocol/parse-workflow-id.js';
import type { SpanIds } from './span-ids.js';
import { linkToWhy } from './studio-url.js';

/** Without texts, arguments, results or error messages. */
export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  errorType?: string | undefined;
}

export interface EndedModelCall {
  executionId: string;
  /** Absent for a call after a turn. */
  nodeId?: string;
  step?: number;
  manifest?: ContextManifest;
  model: string;
  purpose: CallPurpose;
  failures: number;
  usage?: { input: number; cachedInput: number; output: number; reasoning: number } | undefined;
  /** USD, as a decimal. */
  cost?: string | null | undefined;
  finishReason?: string | undefined;
  responseId?: string | null | undefined;
  firstTokenMs?: number | null | undefined;
  errorType?: string | undefined;
}

export function describeModelCall(call: EndedModelCall): SpanDescription {
  const { provider, model } = splitModel(call.model);
  const { manifest, usage, finishReason, responseId, firstTokenMs, cost } = call;
  return {
    name: `chat ${model}`,
    kind: SpanKind.CLIENT,
    errorType: call.errorType,
    attributes: {
      ...describePlace(call.executionId),
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      'gen_ai.request.stream': true,
      'gen_ai.response.id': responseId ?? undefined,
      'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [toReason(finishReason)],
      'gen_ai.response.time_to_first_chunk': firstTokenMs == null ? undefined : firstTokenMs / 1_000,
      'gen_ai.usage.input_tokens': usage?.input,
      'gen_ai.usage.output_tokens': usage?.output,
      'gen_ai.usage.cache_read.input_tokens': usage?.cachedInput,
      'gen_ai.usage.reasoning.output_tokens': usage?.reasoning,
      'threadline.node.id': call.nodeId,
      'threadline.step': call.step,
      'threadline.purpose': call.purpose,
      'threadline.model.failures': call.failures,
      'threadline.cost.usd': cost == null ? undefined : Number(cost),
      ...(manifest && { ...countSent(manifest), ...countOmitted(manifest) }),
    },
  };
}

export interface EndedToolCall {
  executionId: string;
  nodeId: string;
  step: number;
  toolName: string;
  toolCallId: string;
  isError: boolean;
  isUnknown: boolean;
}

export function describeToolCall(call: EndedToolCall): SpanDescription {
  return {
    name: `execute_tool ${call.toolName}`,
    kind: SpanKind.INTERNAL,
    errorType: call.isUnknown ? 'Tool.OutcomeUnknown' : call.isError ? 'Tool.Failed' : undefined,
    attributes: {
      ...describePlace(call.executionId),
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.toolName,
      'gen_ai.tool.call.id': call.toolCallId,
      'gen_ai.tool.type': 'function',
      'threadline.node.id': call.nodeId,
      'threadline.step': call.step,
    },
  };
}

export interface EndedExecution {
  executionId: string;
  flow: string;
  flowVersion: number;
  status: 'completed' | 'failed' | 'cancelled';
  /** Includes all sub-executions. */
  usage: { inputTokens: number; outputTokens: number; cost: number | null };
  errorType?: string | undefined;
}

export function describeExecution(execution: EndedExecution): SpanDescription {
  const { flow, status, usage } = execution;
  return {
    name: `invoke_agent ${flow}`,
    kind: SpanKind.INTERNAL,
    errorType: status === 'failed' ? (execution.errorType ?? '_OTHER') : undefined,
    attributes: {
      ...describePlace(execution.executionId),
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'threadline',
      'gen_ai.agent.name': flow,
      'gen_ai.agent.version': String(execution.flowVersion),
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'threadline.status': status,
      'threadline.cost.usd': usage.cost ?? undefined,
    },
  };
}

export function describeRequest(request: {
  name: string;
  flow: string;
  executionId: string;
}): SpanDescription {
  const { name, flow, executionId } = request;
  return {
    name: `${name} ${flow}`,
    kind: SpanKind.CLIENT,
    attributes: { ...describePlace(executionId), 'gen_ai.agent.name': flow },
  };
}

/** Collectors deduplicate spans by this key. */
export function describeIds({ key }: SpanIds): Attributes {
  return { 'threadline.span.key': key };
}

function describePlace(executionId: string): Attributes {
  const conversation = parseWorkflowId(executionId)?.conversationId;
  return {
    'gen_ai.conversation.id': conversation,
    'session.id': conversation,
    'threadline.execution.id': executionId,
    'threadline.why': linkToWhy(executionId),
  };
}

/** The conventions name these differently. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  mistral: 'mistral_ai',
  xai: 'x_ai',
};

function splitModel(id: string): { provider: string; model: string } {
  const [prefix = '', ...rest] = id.split(':');
  return { provider: PROVIDERS[prefix] ?? prefix, model: rest.join(':') };
}

const REASONS: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_call',
  'content-filter': 'content_filter',
};

function toReason(finishReason: string): string {
  return REASONS[finishReason] ?? finishReason;
}

function countSent(manifest: ContextManifest): Attributes {
  const tokens = countSentByKind(manifest).map(([kind, count]) => [`threadline.sent.${kind}.tokens`, count]);
  return { 'threadline.window.tokens': manifest.window, ...Object.fromEntries(tokens) };
}

function countOmitted({ left }: ContextManifest): Attributes {
  const tokens: Record<string, number> = {};
  for (const { rule, tokens: omitted } of left) {
    const name = `threadline.omitted.${rule}.tokens`;
    tokens[name] = (tokens[name] ?? 0) + omitted;
  }
  return tokens;
}
