import type { Gateway } from '../../../../packages/gateway/index.js';
import type { UIMessage } from '../../../../packages/gateway/ui-messages/collect-message.js';
import type { UIChunk } from '../../../../packages/gateway/ui-messages/ui-chunk.js';

export class ChatPageClient {
  constructor(
    readonly gateway: Pick<Gateway, 'fetch'>,
    readonly user: string,
    readonly query = '?version=7',
  ) {}

  request(path: string, body?: unknown): Promise<Response> {
    return this.gateway.fetch(
      new Request(`http://gateway/api/chat${path}${this.query}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${this.user}` },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
  }

  async rest(path: string, channel: string, body: unknown): Promise<{ turnId: string }> {
    const response = await this.gateway.fetch(
      new Request(`http://gateway/api/v1${path}?channel=${channel}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.user}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return (await response.json()) as { turnId: string };
  }

  async say(id: string, message: Partial<UIMessage> & { id: string }): Promise<UIChunk[]> {
    return chunksIn(
      await this.request('', { id, messages: [{ role: 'user', ...message }], trigger: 'submit-message' }),
    );
  }

  async history(id: string): Promise<UIMessage[]> {
    const { messages } = (await (await this.request(`/${id}`)).json()) as { messages: UIMessage[] };
    return messages;
  }
}

export async function chunksIn(response: Response): Promise<UIChunk[]> {
  const body = await response.text();
  const lines = body.split('\n').filter((line) => line.startsWith('data: '));
  if (lines.at(-1) !== 'data: [DONE]') throw new Error(`${response.status}: ${body.slice(0, 500)}`);
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)) as UIChunk);
}

export function overSocket({ url }: { url: string }): Pick<Gateway, 'fetch'> {
  return {
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      return fetch(url + pathname + search, request);
    },
  };
}
