import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { errorMessage } from '../../../protocol/error-message.js';
import { MCP_LIMITS } from '../mcp-limits.js';
import type { McpEndpoint, McpServer } from '../mcp-servers.js';
import { createBoundedFetch, describe, endOfCall } from './bounded-fetch.js';
import type { ProcessGuard } from './process-guard.js';

export interface McpCall {
  name: string;
  input: Record<string, unknown>;
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

export interface McpConnection {
  listTools(): Promise<unknown[]>;
  call(call: McpCall): Promise<unknown>;
  /** Aborted with the reason as text. */
  readonly lost: AbortSignal;
  /** Also ends the server's process. */
  close(): Promise<void>;
}

export interface OpenConnectionInput {
  server: McpServer;
  guard: ProcessGuard;
  /** Aborts the opening and every list of tools. */
  signal: AbortSignal;
  onToolsChanged: () => void;
  onOddity: (what: string) => void;
}

/** Time in which the server ends the responses of a call by itself, which keeps the socket usable. */
const LAST_RESPONSE_MS = 1_000;
const PING = { timeout: 5_000 };
const CLIENT = { name: 'threadline', version: '1' };
const PAGE = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const RESULT = z.looseObject({});

/** A failure leaves nothing running. */
export async function openConnection(input: OpenConnectionInput): Promise<McpConnection> {
  const { server, onToolsChanged } = input;
  // Imported here, because it takes a third of a second to load.
  const { Client: McpClient } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { ToolListChangedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const client = new McpClient(CLIENT, { capabilities: {} });
  const loss = new AbortController();
  const onBroken = (why: string): void => {
    loss.abort(why);
    void client.close().catch(() => undefined);
  };
  const { transport, whyEnded, isRefused, end } = await createTransport(input, onBroken);
  const breakIfRefused = (error: unknown): void => {
    if (isRefused(error)) onBroken(describe(error));
  };
  client.onclose = () => loss.abort(whyEnded() ?? 'it closed the connection');
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => onToolsChanged());
  try {
    await withOwnSignal(input.signal, (signal) =>
      client.connect(transport, { timeout: MCP_LIMITS.startMs, signal }),
    );
  } catch (error) {
    await end();
    throw new Error(whyEnded() ?? describe(error), { cause: error });
  }
  return {
    listTools: () => withOwnSignal(input.signal, (signal) => listTools(client, signal)),
    async call(call) {
      const end = new AbortController();
      try {
        return await endOfCall.run(end.signal, () =>
          callTool(client, call, server.timeoutMs ?? MCP_LIMITS.callMs),
        );
      } catch (error) {
        if (!call.signal.aborted && isRefused((error as Error).cause))
          await client.ping(PING).catch(breakIfRefused);
        throw error;
      } finally {
        setTimeout(() => end.abort(), LAST_RESPONSE_MS).unref();
      }
    },
    lost: loss.signal,
    async close() {
      await end();
      await client.close();
    },
  };
}

interface OpenTransport {
  transport: Transport;
  /** Undefined while the process runs, and for endpoints. */
  whyEnded: () => string | undefined;
  /** True if the server refuses this request or the session, which the status does not distinguish. */
  isRefused: (error: unknown) => boolean;
  end: () => Promise<void>;
}

async function createTransport(
  { server, guard, onOddity }: OpenConnectionInput,
  onBroken: (why: string) => void,
): Promise<OpenTransport> {
  if ('url' in server) return createHttpTransport(server, onBroken);
  const { StdioTransport } = await import('./stdio-transport.js');
  const transport = new StdioTransport(server, guard);
  transport.onerror = (error) => onOddity(error.message);
  return {
    transport,
    whyEnded: () => transport.exit,
    isRefused: () => false,
    end: () => transport.close(),
  };
}

/** Statuses of a restarted server, which does not know the session. */
const NO_SESSION = new Set([400, 404, 410]);

async function createHttpTransport(
  { url, headers = {} }: McpEndpoint,
  onBroken: (why: string) => void,
): Promise<OpenTransport> {
  const { StreamableHTTPClientTransport, StreamableHTTPError } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: createBoundedFetch(onBroken),
  });
  const send = transport.send.bind(transport);
  // Only the call ends with itself: its cancellation and a list of tools that it changed outlive it.
  transport.send = (message, options) =>
    'method' in message && message.method === 'tools/call'
      ? send(message, options)
      : endOfCall.exit(() => send(message, options));
  let why: string | undefined;
  transport.onerror = (error) => {
    const isGone =
      error.message === 'fetch failed' || error.message.startsWith('Maximum reconnection attempts');
    if (!isGone || transport.sessionId === undefined) return;
    why = describe(error);
    onBroken(why);
  };
  return {
    // The interface has an optional property for which the class has no getter.
    transport: transport as Transport,
    whyEnded: () => why,
    isRefused: (error) =>
      error instanceof StreamableHTTPError &&
      NO_SESSION.has(error.code ?? 0) &&
      transport.sessionId !== undefined,
    async end() {
      await Promise.race([transport.terminateSession(), wait(END_SESSION_MS)]).catch(() => undefined);
      await transport.close();
    },
  };
}

const END_SESSION_MS = 1_000;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** Not the SDK's `listTools`, which compiles the output schemas of a hostile list for minutes. */
async function listTools(client: Client, signal: AbortSignal): Promise<unknown[]> {
  const deadline = Date.now() + MCP_LIMITS.startMs;
  const tools: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MCP_LIMITS.pages && tools.length <= MCP_LIMITS.tools; page += 1) {
    const options = { timeout: Math.max(1, deadline - Date.now()), signal };
    const { tools: more, nextCursor } = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      PAGE,
      options,
    );
    tools.push(...more.slice(0, MCP_LIMITS.tools + 1));
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return tools;
}

/** Forwards an abort while `run` lasts. The SDK never removes its listeners, so they would accumulate. */
async function withOwnSignal<T>(signal: AbortSignal, run: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await run(own.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function callTool(
  client: Client,
  { name, input, signal, onProgress }: McpCall,
  timeoutMs: number,
): Promise<unknown> {
  const sent = Date.now();
  try {
    return await client.request({ method: 'tools/call', params: { name, arguments: input } }, RESULT, {
      signal,
      timeout: timeoutMs,
      maxTotalTimeout: MCP_LIMITS.wholeCallMs,
      resetTimeoutOnProgress: true,
      // Each progress report extends the timeout.
      onprogress: (progress) => onProgress(describeProgress(progress)),
    });
  } catch (error) {
    // Thrown here, because the SDK replaces the reason of an abort.
    if (signal.aborted) throw signal.reason;
    if (isTimeout(error))
      throw new Error(
        `it did not answer within ${Math.round((Date.now() - sent) / 1_000)} s, and was canceled; the limit is 'timeoutMs' of the server`,
        { cause: error },
      );
    throw new Error(errorMessage(error).replace(/^MCP error -?\d+: /, ''), { cause: error });
  }
}

function describeProgress({ progress, total, message }: Progress): string {
  if (message !== undefined && message.trim() !== '') return message;
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}

const REQUEST_TIMEOUT = -32_001;

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === REQUEST_TIMEOUT;
}
