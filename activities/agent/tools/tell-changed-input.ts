import type { ToolOutput } from '../../../context/entries.js';

/** Says with a result which input a person gave instead of the model's. */
export function tellChangedInput(output: ToolOutput, input: Record<string, unknown>): ToolOutput {
  const words = `The user changed the input of this call to ${JSON.stringify(input)}. It was run with that:`;
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { type: output.type, value: `${words}\n${output.value}` };
    case 'json':
    case 'error-json':
      return { type: output.type, value: { note: words, result: output.value } };
    case 'content':
      return { type: 'content', value: [{ type: 'text', text: words }, ...output.value] };
    case 'execution-denied':
      return output;
  }
}
