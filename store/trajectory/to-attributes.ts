import type { ToolOutput } from '../../context/message/entries.js';
import {
  reasoningText,
  visibleText,
  listToolCalls,
  type TraceContent,
} from '../../context/message/trace-content.js';
import { REFUSED, type NodeType } from '../../trajectory/graph/node-types.js';
import { describeQueueStep } from '../../trajectory/render/queue-step.js';
import type { JsonValue } from '../../trajectory/graph/trajectory-node.js';
import type { RecordedNode } from './round-rows.js';
import type { RecordedTool } from './run-texts.js';

export type ToolCallAsk = ReturnType<typeof listToolCalls>[number];

interface NodeRelations {
  call: ToolCallAsk | undefined;
  executions: readonly string[];
  tool: RecordedTool | undefined;
  knowledge?: string | null | undefined;
}

type Values = Record<string, JsonValue | null>;

export function toAttributes(row: RecordedNode, facts: NodeRelations): Values {
  switch (row.type) {
    case 'State':
      // These attributes come last, so that no tool can write them.
      return { ...stateAttributes(row), ...row.attributes, ...placeInQueues(row) };
    case 'Action':
      return {
        ...actionAttributes(row, facts),
        executions: facts.executions.length > 0 ? facts.executions : null,
        ...row.attributes,
      };
    case 'Tool':
      return {
        params: (facts.tool?.inputSchema as JsonValue | undefined) ?? null,
        ...row.attributes,
        name: row.name,
      };
    default:
      // The name comes last, so that no attribute can replace it.
      return {
        ...row.attributes,
        ...(facts.knowledge === undefined ? {} : { content: facts.knowledge }),
        ...(row.name === null ? {} : nameThing(row.type, row.name)),
      };
  }
}

function stateAttributes({ content, call, instruction, plan }: RecordedNode): Values {
  const parts = content ?? [];
  return {
    content: visibleText(parts) || null,
    reasoning: reasoningText(parts) || null,
    goal: instruction?.text ?? null,
    plan,
    currentStatus: call?.isRefused ? REFUSED : (call?.finishReason ?? null),
  };
}

function placeInQueues({ queueStep, isAnswer, content }: RecordedNode): Values {
  return {
    queueStep:
      queueStep === null ? null : describeQueueStep(queueStep, listToolCalls(content ?? [])[0]?.toolName),
    answersQuestion: isAnswer ? true : null,
  };
}

function actionAttributes({ content, tool, own }: RecordedNode, { call }: NodeRelations): Values {
  if (own !== null)
    return {
      action: own.kind,
      output: (own.output as JsonValue) ?? null,
      success: own.finishedAt === null ? null : own.status === 'success',
    };
  return {
    action: call?.toolName ?? null,
    params: (call?.input as JsonValue | undefined) ?? null,
    output: readResult(content),
    success: tool === null || tool.finishedAt === null ? null : tool.isError !== true,
  };
}

function readResult(content: TraceContent | null): JsonValue | null {
  const result = content?.find((part) => part.type === 'tool-result');
  return result ? toOutput(result.output) : null;
}

function toOutput(output: ToolOutput): JsonValue {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return output.value as JsonValue;
    case 'execution-denied':
      return output.reason ?? 'denied';
    case 'content':
      // Omits the bytes of images: they are stored as artifacts, and would bloat every export.
      return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`));
  }
}

export function formatResult(content: TraceContent | null): string | undefined {
  const output = readResult(content);
  if (output === null) return undefined;
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function nameThing(type: NodeType, name: string | null): Values {
  switch (type) {
    case 'File':
    case 'Table':
    case 'Script':
    case 'Skill':
      return { path: name };
    case 'Knowledge':
    case 'Column':
      return { name };
    default:
      return {};
  }
}
