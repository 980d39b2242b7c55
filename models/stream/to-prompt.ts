import type {
  LanguageModelV3DataContent,
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type {
  AssistantContent,
  FilePart,
  ImagePart,
  ModelMessage,
  ToolContent,
  UserContent,
} from '@ai-sdk/provider-utils';

type AssistantMessage = Extract<LanguageModelV3Message, { role: 'assistant' }>;
type UserMessage = Extract<LanguageModelV3Message, { role: 'user' }>;
type ToolMessage = Extract<LanguageModelV3Message, { role: 'tool' }>;
type AssistantPart = Exclude<AssistantContent, string>[number];
type UserPart = Exclude<UserContent, string>[number];
type ToolOutput = Extract<ToolContent[number], { type: 'tool-result' }>['output'];
type ToolOutputPart = Extract<ToolOutput, { type: 'content' }>['value'][number];
type PromptOutputPart = Extract<LanguageModelV3ToolResultOutput, { type: 'content' }>['value'][number];

export function toPrompt(input: {
  system?: string | undefined;
  messages: readonly ModelMessage[];
}): LanguageModelV3Prompt {
  const system: ModelMessage[] =
    input.system === undefined ? [] : [{ role: 'system', content: input.system }];
  const prompt: LanguageModelV3Prompt = [];
  for (const message of [...system, ...input.messages]) {
    const converted = toMessage(message);
    const last = prompt.at(-1);
    if (converted?.role === 'tool' && last?.role === 'tool') {
      prompt[prompt.length - 1] = { ...last, content: [...last.content, ...converted.content] };
    } else if (converted) {
      prompt.push(converted);
    }
  }
  return prompt;
}

function toMessage(message: ModelMessage): LanguageModelV3Message | undefined {
  const options = readOptions(message);
  switch (message.role) {
    case 'system':
      return isBlank(message.content) ? undefined : { role: 'system', content: message.content, ...options };
    case 'user': {
      const content = asParts(message.content).flatMap(toUserPart);
      return content.length === 0 ? undefined : { role: 'user', content, ...options };
    }
    case 'assistant': {
      const content = asParts(message.content).flatMap(toAssistantPart);
      return content.length === 0 ? undefined : { role: 'assistant', content, ...options };
    }
    case 'tool': {
      const content = message.content.flatMap(toToolPart);
      return content.length === 0 ? undefined : { role: 'tool', content, ...options };
    }
    default:
      throw new Error(
        `Message has the unknown role '${String((message satisfies never as ModelMessage).role)}'`,
      );
  }
}

function toUserPart(part: UserPart): UserMessage['content'] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [{ type: 'text', text: part.text, ...readOptions(part) }];
    case 'image':
    case 'file':
      return [toFilePart(part)];
    default:
      throw unknownPart('User message', part);
  }
}

function toAssistantPart(part: AssistantPart): AssistantMessage['content'] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [{ type: 'text', text: part.text, ...readOptions(part) }];
    case 'reasoning': // a redacted thought exists only in its options
      return [{ type: 'reasoning', text: part.text, ...readOptions(part) }];
    case 'file':
      return [toFilePart(part)];
    case 'tool-call': {
      const { toolCallId, toolName, input, providerExecuted } = part;
      const executed = providerExecuted === undefined ? {} : { providerExecuted };
      return [{ type: 'tool-call', toolCallId, toolName, input, ...executed, ...readOptions(part) }];
    }
    case 'tool-result':
      return [toToolResult(part)];
    case 'tool-approval-request':
      return [];
    default:
      throw unknownPart('Assistant message', part);
  }
}

function toToolPart(part: ToolContent[number]): ToolMessage['content'] {
  switch (part.type) {
    case 'tool-result':
      return [toToolResult(part)];
    case 'tool-approval-response': {
      if (!part.providerExecuted) return [];
      const reason = part.reason === undefined ? {} : { reason: part.reason };
      return [{ type: part.type, approvalId: part.approvalId, approved: part.approved, ...reason }];
    }
    default:
      throw unknownPart('Tool message', part);
  }
}

function toToolResult(
  part: Extract<ToolContent[number], { type: 'tool-result' }>,
): LanguageModelV3ToolResultPart {
  const { toolCallId, toolName, output } = part;
  return { type: 'tool-result', toolCallId, toolName, output: toToolOutput(output), ...readOptions(part) };
}

function toToolOutput(output: ToolOutput): LanguageModelV3ToolResultOutput {
  if (output.type === 'content') return { type: 'content', value: output.value.map(toToolOutputPart) };
  const { providerOptions: _options, ...rest } = output;
  return { ...rest, ...readOptions(output) };
}

function toToolOutputPart(part: ToolOutputPart): PromptOutputPart {
  if (part.type === 'media') {
    const type = part.mediaType.startsWith('image/') ? 'image-data' : 'file-data';
    return { type, data: part.data, mediaType: part.mediaType };
  }
  const { providerOptions: _options, ...rest } = part;
  return { ...rest, ...readOptions(part) };
}

function toFilePart(part: ImagePart | FilePart): LanguageModelV3FilePart {
  const source = toData(part.type === 'image' ? part.image : part.data);
  const mediaType = part.mediaType ?? source.mediaType ?? 'image/*';
  const filename = part.type === 'file' && part.filename !== undefined ? { filename: part.filename } : {};
  return { type: 'file', mediaType, data: source.data, ...filename, ...readOptions(part) };
}

function toData(data: ImagePart['image']): { data: LanguageModelV3DataContent; mediaType?: string } {
  if (data instanceof ArrayBuffer) return { data: new Uint8Array(data) };
  if (data instanceof Uint8Array) return { data };
  const text = String(data);
  if (/^data:/i.test(text)) {
    const comma = text.indexOf(',');
    const head = text.slice('data:'.length, comma);
    const body = text.slice(comma + 1);
    const data = /;base64$/i.test(head) ? body : Buffer.from(decodePercents(body)).toString('base64');
    return { data, mediaType: head.split(';')[0] || undefined };
  }
  return { data: /^[a-z][a-z0-9+.-]{0,40}:/i.test(text) && URL.canParse(text) ? new URL(text) : text };
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function asParts<Part>(content: string | Part[]): (Part | { type: 'text'; text: string })[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function readOptions(holder: { providerOptions?: SharedV3ProviderOptions }): {
  providerOptions?: SharedV3ProviderOptions;
} {
  return holder.providerOptions ? { providerOptions: holder.providerOptions } : {};
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function unknownPart(where: string, part: never): Error {
  return new Error(`${where} has a part of the unknown type '${String((part as { type?: unknown }).type)}'`);
}
