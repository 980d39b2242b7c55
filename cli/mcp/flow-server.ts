import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Threadline } from '../../client/connect.js';
import type { Database } from '../../store/database.js';
import { listFlows } from '../../store/flows/flow-views.js';
import { describeError } from '../program/describe-error.js';
import { listResources, readResource } from './conversation-resources.js';
import { followToAnswer, type CalledTurn } from './follow-to-answer.js';

export interface FlowServerOptions {
  client: Threadline;
  db: Database;
  /** Whose conversations they are. */
  user: string;
  /** Slugs of the flows to offer; undefined: all. */
  flows: readonly string[] | undefined;
  /** How long a call waits for its answer. */
  waitMs: number;
  version: string;
}

/** The tool that gives the result of a turn again. */
const RESULT_TOOL = 'threadline_result';

const SAY = z.object({
  message: z.string().min(1).describe('What is said to the flow'),
  conversation: z
    .string()
    .max(200)
    .optional()
    .describe('Name of the conversation to go on with, or to begin; without one the plain one'),
  turnId: z
    .string()
    .max(64)
    .optional()
    .describe('An id of your own: sent again with it, the message is the same turn, and answered once'),
});
const ASK_AGAIN = z.object({
  flow: z.string().describe('The flow that was called'),
  turnId: z.string().describe('The id of the turn'),
  conversation: z.string().max(200).optional().describe('The conversation that was named'),
});

/**
 * Makes a server that offers flows as tools and the conversations of one user as resources. A call is a turn: it is done
 * whether or not the client stays, cancelled when the client cancels the call, and its result can be asked for again.
 */
export function createFlowServer(options: FlowServerOptions): Server {
  const { db } = options;
  const server = new Server(
    { name: 'threadline', version: options.version },
    { capabilities: { tools: {}, resources: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: await listTools(options) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const progressToken = extra._meta?.progressToken;
    let progress = 0;
    try {
      const turn = await openTurn(options, params);
      return await followToAnswer(turn, {
        waitMs: options.waitMs,
        resultTool: RESULT_TOOL,
        signal: extra.signal,
        // When the client is gone, so is the transport: that is no cancel.
        isConnected: () => server.transport !== undefined,
        async tell(message) {
          if (progressToken === undefined) return;
          progress += 1;
          await extra.sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, message },
          });
        },
      });
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: describeError(error) }] };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    listResources(db, { user: options.user, cursor: params?.cursor }),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(options, params.uri));
  return server;
}

async function listTools(options: FlowServerOptions): Promise<Tool[]> {
  const flows = (await listFlows(options.db)).filter(({ slug }) => isOffered(options, slug));
  return [
    ...flows.map(({ slug, name }) => ({
      name: slug,
      title: name || slug,
      description: `Sends a message to '${name || slug}' and gives its answer. What was said before in the same conversation is known to it.`,
      inputSchema: toSchema(SAY),
    })),
    {
      name: RESULT_TOOL,
      title: 'Result of a turn',
      description: 'Waits for the answer of a turn that was begun before, by the id that was given for it.',
      inputSchema: toSchema(ASK_AGAIN),
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
  ];
}

function isOffered({ flows }: FlowServerOptions, slug: string): boolean {
  return flows === undefined || flows.includes(slug);
}

/** Begins the turn that a call asks for, or finds it. Throws a sentence for what is not offered. */
async function openTurn(
  options: FlowServerOptions,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CalledTurn> {
  const { client, user } = options;
  if (name === RESULT_TOOL) {
    const { flow, turnId, conversation: channel } = ASK_AGAIN.parse(given);
    return { flow, turnId, channel, handle: client.conversation({ flow, user, channel }) };
  }
  const isKnown = (await listFlows(options.db)).some(({ slug }) => slug === name);
  if (!isKnown || !isOffered(options, name)) throw new Error(`There is no flow '${name.slice(0, 80)}'`);
  const { message, conversation: channel, turnId: wanted } = SAY.parse(given);
  const handle = client.conversation({ flow: name, user, channel });
  const { turnId } = await handle.submit({ text: message, turnId: wanted });
  return { flow: name, turnId, channel, handle };
}

function toSchema(schema: z.ZodType): Tool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  // Both schemas are objects.
  return rest as Tool['inputSchema'];
}
