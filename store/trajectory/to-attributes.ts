import type { ToolOutput } from '../../context/entries.js';
import {
  reasoningText,
  visibleText,
  type listToolCalls,
  type TraceContent,
} from '../../context/trace-content.js';
import { REFUSED, type NodeType } from '../../trajectory/graph/node-types.js';
import type { JsonValue } from '../../trajectory/graph/trajectory-node.js';
import type { RecordedNode } from './round-rows.js';
import type { RecordedTool } from './run-texts.js';

/** A tool call as the model asked for it. */
export type ToolCallAsk = ReturnType<typeof listToolCalls>[number];

/** Facts about a node that are stored outside its own row. */
interface NodeRelations {
  /** For an Action: the call that the model asked for. Undefined: it is a node's own work. */
  call: ToolCallAsk | undefined;
  /** For an Action: Workflow IDs of the sub-executions that it started. */
  executions: readonly string[];
  /** For a Tool: how it was offered. */
  tool: RecordedTool | undefined;
}

type Values = Record<string, JsonValue | null>;

/**
 * Makes the attributes of a node from the trace's message at its place, or from its own row. Null: there is no
 * value.
 */
export function toAttributes(row: RecordedNode, facts: NodeRelations): Values {
  switch (row.type) {
    case 'State':
      return { ...stateAttributes(row), ...row.attributes };
    case 'Action':
      return {
        ...actionAttributes(row, facts),
        executions: facts.executions.length > 0 ? facts.executions : null,
        ...row.attributes,
      };
    case 'Tool':
      return {
        // The schema was parsed from JSON.
        params: (facts.tool?.inputSchema as JsonValue | undefined) ?? null,
        ...row.attributes,
        name: row.name,
      };
    default:
      // The name identifies the thing, so it comes last: an attribute with the same key must not hide it.
      return { ...row.attributes, ...(row.name === null ? {} : nameThing(row.type, row.name)) };
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

/** Reads the stored output of a tool; null: there is none yet. */
function readResult(content: TraceContent | null): JsonValue | null {
  const result = content?.find((part) => part.type === 'tool-result');
  return result === undefined ? null : toOutput(result.output);
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
      // Pictures are stored as artifacts. Their bytes are left out, because else every export would contain
      // them.
      return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`));
  }
}

/** Formats a tool's result as text. Undefined: it has none yet. */
export function formatResult(content: TraceContent | null): string | undefined {
  const output = readResult(content);
  if (output === null) return undefined;
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** Puts a thing's name under the key by which people look for it in things of this type. */
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
