import { listToolCalls, visibleText } from '../../context/message/trace-content.js';
import type { ArchivedMessage } from '../../trajectory/messages/archive-message.js';
import type { JsonValue } from '../../trajectory/graph/trajectory-node.js';
import { formatResult, type ToolCallAsk } from './to-attributes.js';
import { formatPlace } from '../../trajectory/graph/node-place.js';
import type { RunParts } from './part-rows.js';

export function toMessages(
  { run, nodes }: RunParts,
  { question, asked }: { question: string; asked: ReadonlyMap<string, ToolCallAsk> },
): ArchivedMessage[] {
  const messages: ArchivedMessage[] = [{ role: 'user', text: question, at: seconds(run.askedAt) }];
  let instructed = run.base;
  for (const row of nodes) {
    const { type, content, call, instruction, saidAt } = row;
    if (type === 'State' && content !== null) {
      if (instruction?.text && instruction.step > instructed) {
        messages.push({ role: 'user', text: instruction.text });
        instructed = instruction.step;
      }
      const text = visibleText(content);
      const calls = listToolCalls(content);
      messages.push({
        role: 'assistant',
        text: text === '' ? undefined : text,
        toolCalls: calls.length === 0 ? undefined : calls.map(toCall),
        usage:
          call === null
            ? undefined
            : { input: call.input, cachedInput: call.cachedInput, output: call.output },
        at: saidAt === null ? undefined : seconds(saidAt),
      });
    }
    const result = type === 'Action' ? formatResult(content) : undefined;
    const answered = asked.get(formatPlace(row));
    if (result !== undefined && answered)
      messages.push({
        role: 'tool',
        text: result,
        toolCallId: answered.toolCallId,
        toolName: answered.toolName,
        at: saidAt === null ? undefined : seconds(saidAt),
      });
  }
  return messages;
}

function toCall({ toolCallId, toolName, input }: ToolCallAsk) {
  return { id: toolCallId, name: toolName, input: input as JsonValue };
}

function seconds(time: Date): number {
  return time.getTime() / 1_000;
}
