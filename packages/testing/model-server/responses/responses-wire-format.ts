import { openaiWireFormat } from '../openai/openai-wire-format.js';
import { invalidRequest } from '../openai/invalid-request.js';
import type { WireFormat } from '../http/wire-format.js';
import { dataFrame } from '../openai/chat-chunks.js';
import { ResponseFrames } from './response-frames.js';
import { validateResponsesRequest } from './validate-responses-request.js';
import { isJsonObject, type JsonObject } from '../http/json.js';

const PATH = '/v1/responses';

/** POST /v1/responses. Keys, errors and limits are those of chat completions. */
export const responsesWireFormat: WireFormat = {
  ...openaiWireFormat,
  route({ method, path }) {
    if (path !== PATH) return null;
    if (method === 'POST') return 'generate';
    return {
      ...invalidRequest('Only POST requests are accepted.', null, 'method_not_supported'),
      status: 405,
    };
  },
  validate: validateResponsesRequest,
  readMessages: readInput,
  encoder(request) {
    const frames = new ResponseFrames(request);
    return {
      frames: (event) => frames.write(event),
      brokenFrame: () => 'data: {"type":"response.output_text.delta","delta":\n\n',
      errorFrame: ({ message, code, param }) =>
        dataFrame({
          type: 'error',
          sequence_number: 0,
          error: { type: 'server_error', message, code, param },
        }),
      whole(events) {
        for (const event of events) frames.write(event);
        return JSON.stringify(frames.response());
      },
    };
  },
};

function readInput(body: JsonObject): readonly JsonObject[] {
  const { input } = body;
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  return items.filter(isJsonObject).flatMap(toMessage);
}

function toMessage(item: JsonObject): readonly JsonObject[] {
  if (item['role'] !== undefined) return [item];
  switch (item['type']) {
    case 'function_call':
      return [{ role: 'assistant', content: [{ ...item, type: 'tool_use' }] }];
    case 'function_call_output':
      return [{ role: 'tool', tool_call_id: item['call_id'], content: item['output'] }];
    default:
      return [];
  }
}
