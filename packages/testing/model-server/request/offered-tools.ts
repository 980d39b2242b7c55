import { isJsonObject } from '../http/json.js';
import type { ModelRequest } from './model-request.js';

export function offeredTools({ body }: Pick<ModelRequest, 'body'>): readonly string[] {
  const tools: readonly unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  return tools.filter(isJsonObject).flatMap((tool) => {
    const several = tool['functionDeclarations'];
    if (Array.isArray(several)) return several.filter(isJsonObject).map(({ name }) => String(name));
    const declared = tool['function'];
    return String(isJsonObject(declared) ? declared['name'] : tool['name']);
  });
}
