import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ErrorCode,
  ReadResourceRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Threadline } from '../../../client/threadline.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { check } from '../requests/read-body.js';
import { listResources, readResource } from './conversation-resources.js';
import { CANCEL_TOOL, followToAnswer, RESULT_TOOL, type CalledTurn } from './follow-to-answer.js';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FlowServerOptions {
  client: Threadline;
  user: string;
  waitMs: number;
  version: string;
  describe: (error: unknown) => string;
  onTurn?: ((turn: CalledTurn) => void) | undefined;
}

const WHICH_TURN = z.object({
  flow: z.string().describe('The called flow'),
  turnId: z.string().describe('The id of the turn'),
  conversation: z.string().max(200).optional().describe('The named conversation'),
});

const SAY = z.object({
  message: z.string().min(1).describe('The message to the flow'),
  conversation: z
    .string()
    .max(200)
    .optional()
    .describe('Name of the conversation to continue or start. Default: the main one'),
  turnId: z.string().max(64).optional().describe('Your own id, which makes the message idempotent'),
});

const OWN_TOOLS: readonly Tool[] = [
  {
    name: RESULT_TOOL,
    title: 'Result of a turn',
    description: 'Waits for the answer of an earlier turn, by its id.',
    inputSchema: toSchema(WHICH_TURN),
    annotations: { readOnlyHint: true, idempotentHint: true },
  },
  {
    name: CANCEL_TOOL,
    title: 'Cancel a turn',
    description: 'Cancels an earlier turn with its sub-executions. A finished turn is unchanged.',
    inputSchema: toSchema(WHICH_TURN),
    annotations: { destructiveHint: true, idempotentHint: true },
  },
];

/**
 * Each tool call is a turn, which survives a disconnect. A repeated call returns its result; a canceled one cancels
 * the turn.
 */
export function createFlowServer(options: FlowServerOptions): Server {
  const { client, describe, onTurn } = options;
  const server = new Server(
    { name: 'threadline', version: options.version },
    { capabilities: { tools: {}, resources: {} } },
  );
  const orTell = async <Result>(result: Promise<Result>): Promise<Result> =>
    result.catch((error: unknown) => {
      const isInvalid = error instanceof ThreadlineError && error.type === 'Client.InvalidCursor';
      throw new McpError(isInvalid ? ErrorCode.InvalidParams : ErrorCode.InternalError, describe(error));
    });
  server.setRequestHandler(ListToolsRequestSchema, () => orTell(listTools(client)));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const progressToken = extra._meta?.progressToken;
    let progress = 0;
    try {
      const turn = await openTurn(options, { ...params, signal: extra.signal });
      onTurn?.(turn);
      return await followToAnswer(turn, {
        waitMs: options.waitMs,
        signal: extra.signal,
        // A disconnect does not cancel the turn.
        isConnected: () => server.transport !== undefined,
        async report(message) {
          if (progressToken === undefined) return;
          progress += 1;
          await extra.sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, message },
          });
        },
      });
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    orTell(listResources(client, params?.cursor)),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    orTell(readResource(options, params.uri)),
  );
  return server;
}

async function listTools(client: Threadline): Promise<{ tools: Tool[] }> {
  const flows = await client.flows();
  const tools = flows.map(({ slug, name }) => ({
    name: slug,
    title: name || slug,
    description: `Sends a message to '${name || slug}' and returns its answer. It knows the earlier messages of the same conversation.`,
    inputSchema: toSchema(SAY),
  }));
  return { tools: [...tools, ...OWN_TOOLS] };
}

async function openTurn(
  { client, user }: FlowServerOptions,
  {
    name,
    arguments: given = {},
    signal,
  }: { name: string; arguments?: Record<string, unknown> | undefined; signal: AbortSignal },
): Promise<CalledTurn> {
  if (name === RESULT_TOOL || name === CANCEL_TOOL) {
    const { flow, turnId, conversation: channel } = check(WHICH_TURN, given, 'arguments');
    const handle = client.conversation({ flow, user, channel });
    if (name === CANCEL_TOOL) await handle.cancel(turnId);
    return { flow, turnId, channel, handle };
  }
  if (!(await client.flows()).some(({ slug }) => slug === name))
    throw new ThreadlineError('Flow.NotFound', `Flow '${name.slice(0, 80)}' does not exist`);
  const { message, conversation: channel, turnId: wanted } = check(SAY, given, 'arguments');
  const handle = client.conversation({ flow: name, user, channel });
  const sent = wanted ?? randomUUID();
  const { turnId, executionId } = await handle.submit({ text: message, turnId: sent });
  // The message joined another turn, perhaps the one whose question it answers.
  if (turnId !== sent) await awaitSettled(client, { executionId, signal });
  return { flow: name, turnId, channel, handle };
}

function toSchema(schema: z.ZodType): Tool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as Tool['inputSchema'];
}

const POLL_MS = 100;
/** By then, an accepted answer is stored. A rejected one leaves its question open. */
const SETTLES_MS = 5_000;
const MAX_QUESTIONS = 100;

/** The answered question must not be reported again. Waits at most `SETTLES_MS`. */
async function awaitSettled(
  { executions }: Threadline,
  { executionId, signal }: { executionId: string; signal: AbortSignal },
): Promise<void> {
  const count = async (): Promise<number> =>
    (await executions.waiting({ limit: MAX_QUESTIONS })).filter(
      (question) =>
        question.executionId === executionId || question.executionId.startsWith(`${executionId}/`),
    ).length;
  const open = await count();
  if (open === 0) return;
  for (let waitedMs = 0; waitedMs < SETTLES_MS && !signal.aborted; waitedMs += POLL_MS) {
    await sleep(POLL_MS, undefined, { ref: false });
    if ((await count()) < open) return;
  }
}
