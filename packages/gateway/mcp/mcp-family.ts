import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Context, Hono } from 'hono';
import { randomUUID } from 'node:crypto';
import type { Problem } from '../errors/describe-problem.js';
import type { GatewayContext, GatewayEnv } from '../gateway-env.js';
import { readBody } from '../requests/read-body.js';
import { NO_QUERY, readQuery } from '../requests/read-query.js';
import type { RouteFamily } from '../route-family.js';
import { callTool } from './call-tool.js';
import { createFlowServer } from './flow-server.js';
import { RunningCalls } from './running-calls.js';
import { serverOptions } from './server-options.js';

/** Clients number their requests per session, so a cancel needs both. The gateway stores no sessions. */
const SESSION_HEADER = 'mcp-session-id';

export const mcpFamily: RouteFamily = {
  base: '/mcp',
  requiresKnownSite: true,
  addRoutes,
  toErrorBody: toBody,
};

function addRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void {
  const running = new RunningCalls();
  routes.post('/', async (c) => {
    readQuery(c, NO_QUERY);
    const message = await readBody(c, JSONRPCMessageSchema);
    if (!('method' in message)) return c.body(null, 202);
    if (message.method === 'notifications/cancelled') {
      const key = callKey(c, message.params?.['requestId']);
      if (key !== undefined) await running.cancel(key);
      return c.body(null, 202);
    }
    if (message.method === 'tools/call' && 'id' in message)
      return callTool(c, { message, key: callKey(c, message.id), running, context });
    return answer(c, message);
  });
  routes.on(['GET', 'DELETE'], '/', (c) => {
    c.header('allow', 'POST');
    return c.json(errorBody({ code: -32_000, message: 'Use POST' }), 405);
  });
}

async function answer(c: Context<GatewayEnv>, message: JSONRPCMessage): Promise<Response> {
  const server = createFlowServer(serverOptions(c.get('caller')));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(c.req.raw, { parsedBody: message });
    if (response.ok && 'method' in message && message.method === 'initialize')
      response.headers.set(SESSION_HEADER, randomUUID());
    return response;
  } finally {
    await server.close();
  }
}

function callKey(c: Context<GatewayEnv>, requestId: unknown): string | undefined {
  const session = c.req.header(SESSION_HEADER);
  if (session === undefined) return undefined;
  return JSON.stringify([c.get('caller').user, session, requestId]);
}

function toBody({ status, type, message, retryId }: Problem): unknown {
  const code = status === 400 ? -32_600 : status === 500 ? -32_603 : -32_000;
  return errorBody({ code, message, data: { type, retryId } });
}

function errorBody(error: { code: number; message: string; data?: object }): object {
  return { jsonrpc: '2.0', id: null, error };
}
