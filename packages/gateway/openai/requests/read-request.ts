import type { Context } from 'hono';
import { readJson, type FilePlaces } from '../../requests/read-json.js';
import type { GatewayEnv } from '../../gateway-env.js';
import { invalidField } from '../errors/openai-error.js';

export const MESSAGE_FILES: FilePlaces = [
  'messages.*.content.*.image_url',
  'messages.*.content.*.image_url.url',
  'messages.*.content.*.file.file_data',
];

export function itemFiles(list: string): FilePlaces {
  return ['content', 'output'].flatMap((field) =>
    ['image_url', 'file_data', 'file_url'].map((name) => `${list}.*.${field}.*.${name}`),
  );
}

export async function readRequest(c: Context<GatewayEnv>, files: FilePlaces): Promise<unknown> {
  try {
    return (await readJson(c.req.raw, files)) ?? {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidField('body', 'The request body is not JSON');
  }
}
