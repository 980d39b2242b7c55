import type { LanguageModelV3Message, LanguageModelV3ToolResultOutput } from '@ai-sdk/provider';

export function messageText(message: LanguageModelV3Message): string {
  if (message.role === 'system') return message.content;
  const texts = message.content.map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'tool-result' ? toolOutputText(part.output) : '';
  });
  return texts.filter((text) => text !== '').join('\n');
}

export function toolOutputText(output: LanguageModelV3ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'The call was not allowed.';
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
    default:
      throw new Error(
        `Tool result has the unknown type '${String((output satisfies never as { type: string }).type)}'`,
      );
  }
}
