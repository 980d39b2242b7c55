import OpenAI from 'openai';
import type { WhileRunning } from 'threadline';

interface Environment {
  readonly gateway: string;
  readonly key: string;
}

const whileRunning: WhileRunning = 'queue';

/** A worker at the edge, which has no sockets and no Node: it talks to the gateway over HTTP. */
export default {
  async fetch(request: Request, { gateway, key }: Environment): Promise<Response> {
    const openai = new OpenAI({ baseURL: `${gateway}/v1`, apiKey: key });
    const response = await openai.responses.create({
      model: 'hello',
      input: await request.text(),
      metadata: { whileRunning },
    });
    return new Response(response.output_text);
  },
};
