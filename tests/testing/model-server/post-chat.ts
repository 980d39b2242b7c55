import type { ModelServer } from '../../../packages/testing/model-server/index.js';

export interface ErrorAnswer {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: unknown;
    readonly code: unknown;
  };
}

export function postChat(
  server: ModelServer,
  body: object | string = question('Hello there'),
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
}

export function question(text: string, more: object = {}): object {
  return { model: 'm', messages: [{ role: 'user', content: text }], ...more };
}

export async function errorOf(response: Response): Promise<ErrorAnswer['error']> {
  return ((await response.json()) as ErrorAnswer).error;
}

export async function eventsOf(response: Response): Promise<unknown[]> {
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  return lines.map((line) => (line === 'data: [DONE]' ? '[DONE]' : JSON.parse(line.replace(/^data: /, ''))));
}
