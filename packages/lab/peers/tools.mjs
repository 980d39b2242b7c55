import { jsonSchema, tool } from 'ai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

export const SYSTEM = 'You answer questions about orders. Use the tools.';
export const DESCRIPTIONS = {
  look_up_order: 'Returns the state of an order.',
  check_stock: 'Returns how many pieces of an order are in stock.',
  book_courier: 'Books a courier for an order.',
};
export const SCHEMA = {
  type: 'object',
  properties: { order: { type: 'string' } },
  required: ['order'],
  additionalProperties: false,
};

/** One run of the tool per request, which the bench counts. */
export async function runTool(toolUrl, name, input) {
  const response = await fetch(`${toolUrl}/${name}`, { method: 'POST', body: JSON.stringify(input) });
  return response.text();
}

export const provider = (modelUrl) =>
  createOpenAICompatible({ name: 'scripted', baseURL: modelUrl, apiKey: 'none' });

/** Without `execute`, the AI SDK returns the calls. */
export function aiSdkTools(execute) {
  const entries = Object.entries(DESCRIPTIONS).map(([name, description]) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(SCHEMA),
      ...(execute && { execute: (input) => execute(name, input) }),
    }),
  ]);
  return Object.fromEntries(entries);
}
