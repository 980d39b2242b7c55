import { objectsIn, type JsonObject } from '../http/json.js';
import type { WireFormat } from '../http/wire-format.js';
import { dataFrame } from '../openai/chat-answers.js';
import { openaiWireFormat, wrongMethod } from '../openai/openai-wire-format.js';
import { ResponseFrames } from './response-frames.js';
import { validateResponsesRequest } from './validate-responses-request.js';

const PATH = '/v1/responses';

/** POST /v1/responses. Shares keys, errors and limits with chat completions. */
export const responsesWireFormat: WireFormat = {
  ...openaiWireFormat,
  route({ method, path }) {
    if (path !== PATH) return null;
    return method === 'POST' ? 'generate' : wrongMethod('POST');
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

function readInput({ input }: JsonObject): readonly JsonObject[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : objectsIn(input).flatMap(toMessage);
}

function toMessage(item: JsonObject): readonly JsonObject[] {
  if (item['role']) return [item];
  switch (item['type']) {
    case 'function_call':
      return [{ role: 'assistant', content: [{ ...item, type: 'tool_use' }] }];
    case 'function_call_output':
      return [{ role: 'tool', tool_call_id: item['call_id'], content: item['output'] }];
    default:
      return [];
  }
}
