import { z } from 'zod';
import {
  callerToolsShapeProblem,
  type CallerRound,
  type CallerTools,
} from '../../../../protocol/caller-tools.js';
import type { ToolChoice } from '../../../../protocol/call-settings.js';
import { parseJson } from '../../requests/read-json.js';
import { invalidField } from '../errors/openai-error.js';
import type { ChatMessage } from '../requests/message-schema.js';
import { resultFiles, resultText } from '../requests/result-files.js';
import { joinText } from '../requests/join-text.js';

export const functionTool = z.object({
  type: z.literal('function'),
  function: z
    .object({
      name: z.string(),
      description: z.string().nullish(),
      parameters: z.record(z.string(), z.unknown()).nullish(),
    })
    .loose(),
});

export const toolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
]);

export interface AskedTools {
  tools: readonly z.infer<typeof functionTool>[];
  choice: z.infer<typeof toolChoice> | undefined;
  field: string;
}

/** Moves system messages first. Throws if a tool call has no result, or a result no tool call. */
export function readCallerTools(
  messages: readonly ChatMessage[],
  { tools, choice, field }: AskedTools,
): { spoken: ChatMessage[]; callerTools: CallerTools | undefined } {
  const { spoken, rounds } = splitRounds(systemFirst(messages), field);
  const given = tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description: description ?? '',
    inputSchema: { type: 'object', ...parameters },
  }));
  if (given.length === 0 && choice && choice !== 'auto' && choice !== 'none')
    throw invalidField('tool_choice', "'tool_choice' needs 'tools'");
  if (given.length === 0 && rounds.length === 0) return { spoken, callerTools: undefined };
  const problem = callerToolsShapeProblem({ tools: given });
  if (problem) throw invalidField('tools', problem);
  if (given.length > 0)
    return { spoken, callerTools: { tools: given, rounds, choice: toChoice(choice, given) } };
  // Past calls may use tools that the request does not offer. These are described, but may not be called.
  const names = new Set(rounds.flatMap(({ calls }) => calls.map(({ name }) => name)));
  const called = [...names].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  return { spoken, callerTools: { tools: called, rounds, choice: 'none' } };
}

function toChoice(choice: AskedTools['choice'], tools: readonly { name: string }[]): ToolChoice | undefined {
  if (typeof choice !== 'object') return choice === 'auto' ? undefined : choice;
  const { name } = choice.function;
  if (!tools.some((tool) => tool.name === name))
    throw invalidField('tool_choice', `Tool '${name.slice(0, 80)}' is not in 'tools'`);
  return { type: 'tool', toolName: name };
}

function splitRounds(
  messages: readonly ChatMessage[],
  field: string,
): { spoken: ChatMessage[]; rounds: CallerRound[] } {
  const end = messages.findLastIndex(({ role }) => role === 'user') + 1;
  const behind = messages.slice(end);
  if (!behind.some(({ role }) => role === 'tool')) return { spoken: [...messages], rounds: [] };
  const head = messages.slice(0, end);
  const files = behind.flatMap((message) => (message.role === 'tool' ? resultFiles(message) : []));
  const shown: ChatMessage[] = files.length === 0 ? [] : [{ role: 'user', content: files }];
  return { spoken: [...head, ...shown], rounds: toRounds(behind, field) };
}

/** Otherwise, one after a user message would make that message part of the past. */
function systemFirst(messages: readonly ChatMessage[]): ChatMessage[] {
  const isSystem = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))];
}

interface OpenRound {
  text: string;
  calls: { id: string; name: string; input: unknown; output: string | undefined }[];
}

function toRounds(messages: readonly ChatMessage[], field: string): CallerRound[] {
  const rounds: OpenRound[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') rounds.push(openRound(message));
    if (message.role === 'tool') fillIn(rounds.at(-1), message, field);
  }
  return rounds.map(({ text, calls }) => {
    if (calls.length === 0)
      throw invalidField(field, 'The last message must be a user message or a tool result');
    return { text, calls: calls.map((call) => toDone(call, field)) };
  });
}

function openRound({ content, tool_calls: calls }: Extract<ChatMessage, { role: 'assistant' }>): OpenRound {
  return {
    text: joinText(content ?? ''),
    calls: (calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
      id,
      name,
      input: readInput(input),
      output: undefined,
    })),
  };
}

function fillIn(
  round: OpenRound | undefined,
  message: Extract<ChatMessage, { role: 'tool' }>,
  field: string,
): void {
  const { tool_call_id: id } = message;
  const call = round?.calls.find((one) => one.id === id && one.output === undefined);
  if (!call) throw invalidField(field, `The result of tool call '${id.slice(0, 80)}' has no preceding call`);
  call.output = resultText(message);
}

function toDone(
  { output, ...call }: OpenRound['calls'][number],
  field: string,
): CallerRound['calls'][number] {
  if (output === undefined) throw invalidField(field, `Tool call '${call.id.slice(0, 80)}' has no result`);
  return { ...call, output };
}

function readInput(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
