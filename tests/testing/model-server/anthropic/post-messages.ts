import type { ModelServer } from '../../../../packages/testing/model-server/index.js';

export const HEADERS = {
  'content-type': 'application/json',
  'x-api-key': 'sk-ant-test',
  'anthropic-version': '2023-06-01',
};

export interface ErrorAnswer {
  readonly type: string;
  readonly error: { readonly type: string; readonly message: string };
  readonly request_id: string | null;
}

export function postMessages(
  server: ModelServer,
  body: object | string = question('Hello there'),
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${server.baseUrl}/messages`, {
    method: 'POST',
    headers: HEADERS,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
}

export function question(text: string, more: object = {}): object {
  return { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: text }], ...more };
}

export async function errorOf(response: Response): Promise<ErrorAnswer> {
  return (await response.json()) as ErrorAnswer;
}

export async function eventsOf(
  response: Response,
): Promise<readonly { readonly name: string; readonly data: Record<string, unknown> }[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame) => {
    const [, name, data] = /^event: (\S+)\ndata: (.+)$/.exec(frame)!;
    return { name: name!, data: JSON.parse(data!) as Record<string, unknown> };
  });
}
