import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Context } from 'hono';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { describeProblem } from '../errors/describe-problem.js';
import type { GatewayContext, GatewayEnv } from '../gateway-env.js';
import { streamResponse } from '../streams/stream-response.js';
import { createFlowServer } from './flow-server.js';
import { stillRunning, type CalledTurn } from './follow-to-answer.js';
import { serverOptions } from './server-options.js';
import type { RunningCalls } from './running-calls.js';

interface ToolCall {
  message: JSONRPCRequest;
  key: string | undefined;
  running: RunningCalls;
  context: GatewayContext;
}

/** If the gateway ends before the turn, the result explains how to fetch the answer elsewhere. */
export function callTool(
  c: Context<GatewayEnv>,
  { message, key, running, context }: ToolCall,
): Promise<Response> {
  let turn: CalledTurn | undefined;
  return streamResponse(c, context, {
    failsWhenEnded: true,
    pieces: (signal) => toPieces(c, { message, key, running, signal, onTurn: (begun) => (turn = begun) }),
    toLastPiece(error) {
      const end = turn
        ? { result: stillRunning(turn) }
        : { error: { code: -32_000, message: describeProblem(error).message } };
      return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...end })}\n\n`;
    },
  });
}

async function* toPieces(
  c: Context<GatewayEnv>,
  {
    message,
    key,
    running,
    signal,
    onTurn,
  }: Omit<ToolCall, 'context'> & { signal: AbortSignal; onTurn: (turn: CalledTurn) => void },
): AsyncGenerator<string, void, void> {
  const call = key === undefined ? undefined : running.begin(key);
  const server = createFlowServer({
    ...serverOptions(c.get('caller')),
    onTurn(turn) {
      c.set('turn', turn.turnId);
      onTurn(turn);
      call?.onTurn(turn);
    },
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: 0 });
  const close = (): void => void server.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    const { body, ok } = await transport.handleRequest(c.req.raw, { parsedBody: message });
    if (!ok || body === null)
      throw new ThreadlineError(
        'Gateway.InvalidRequest',
        'The headers must accept application/json and text/event-stream, declare a JSON body, and name a known protocol version',
      );
    for await (const piece of body.pipeThrough(new TextDecoderStream())) yield piece;
  } finally {
    call?.end();
    await server.close();
  }
}
