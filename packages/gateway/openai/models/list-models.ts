import type { Hono } from 'hono';
import type { Threadline } from '../../../../client/threadline.js';
import type { GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { failureToOpenAiError } from '../errors/to-openai-error.js';

export interface Model {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
}

export function addModelRoutes(routes: Hono<GatewayEnv>): void {
  routes.get(
    '/models',
    answering(async (c) => c.json({ object: 'list', data: await listModels(c.get('caller').client) })),
  );
  routes.get(
    '/models/:id',
    answering(async (c) => c.json(await checkModel(c.get('caller').client, c.req.param('id') ?? ''))),
  );
}

async function listModels(client: Threadline): Promise<Model[]> {
  const flows = await client.flows();
  return flows.map(({ slug, createdAt }) => ({
    id: slug,
    object: 'model',
    created: Math.floor(createdAt.getTime() / 1_000),
    owned_by: 'threadline',
  }));
}

export async function checkModel(client: Threadline, id: string): Promise<Model> {
  const model = (await listModels(client)).find((one) => one.id === id);
  if (model) return model;
  throw failureToOpenAiError({ errorType: 'Conversation.UnknownFlow', message: '' });
}
