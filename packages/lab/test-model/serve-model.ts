import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ChatMessage, Completion, OpenModel } from './open-model.js';

export interface ServedCall extends Completion {
  messages: readonly ChatMessage[];
  text: string;
  milliseconds: number;
  firstTokenMs: number;
  isAborted: boolean;
}

export interface ModelEndpoint {
  baseUrl: string;
  calls: ServedCall[];
  stop(): Promise<void>;
}

interface ChatRequest {
  messages: readonly ChatMessage[];
  max_tokens?: number;
  temperature?: number;
}

const MODEL = 'smollm2';
const MAX_TOKENS = 1_000_000;

export async function serveModel(model: OpenModel): Promise<ModelEndpoint> {
  const calls: ServedCall[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    if (request.url === '/props')
      return sendJson(response, { default_generation_settings: { n_ctx: model.contextSize } });
    if (request.url === '/v1/models') return sendJson(response, { data: [{ id: MODEL, object: 'model' }] });
    if (request.url !== '/v1/chat/completions') return sendJson(response, { error: 'Unknown address' }, 404);
    last = last
      .then(() => answer(model, { request, response }))
      .then((call) => calls.push(call))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    async stop() {
      server.close();
      server.closeAllConnections();
      await last;
      await model.close();
    },
  };
}

async function answer(
  model: OpenModel,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<ServedCall> {
  const startedAt = performance.now();
  const {
    messages,
    max_tokens: maxTokens = MAX_TOKENS,
    temperature = 0.2,
  } = (await json(request)) as ChatRequest;
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let text = '';
  let firstTokenMs = 0;
  const send = (rest: object): void => {
    const chunk = { id: 'call', object: 'chat.completion.chunk', created: 0, model: MODEL, ...rest };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const onText = (delta: string): void => {
    if (text === '') firstTokenMs = performance.now() - startedAt;
    text += delta;
    send({ choices: [{ index: 0, delta: { role: 'assistant', content: delta }, finish_reason: null }] });
  };
  const done = await model.complete({ messages, maxTokens, temperature, onText, signal: hungUp.signal });
  const isAborted = hungUp.signal.aborted;
  send({ choices: [{ index: 0, delta: {}, finish_reason: done.finishReason }] });
  send({ choices: [], usage: toUsage(done) });
  response.end('data: [DONE]\n\n');
  return { ...done, messages, text, firstTokenMs, isAborted, milliseconds: performance.now() - startedAt };
}

function toUsage({ promptTokens, cachedTokens, completionTokens }: Completion): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
