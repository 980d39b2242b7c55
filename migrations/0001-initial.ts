import type { Kysely } from 'kysely';
import { calls } from './initial/calls.js';
import { conversations } from './initial/conversations.js';
import { executions } from './initial/executions.js';
import { flows } from './initial/flows.js';
import { health } from './initial/health.js';
import { memory } from './initial/memory.js';
import { operations } from './initial/operations.js';
import { trajectories } from './initial/trajectories.js';
import { trajectoryFunctions } from './initial/trajectory-functions.js';
import { views } from './initial/views.js';

export async function up(db: Kysely<unknown>): Promise<void> {
  const parts = [
    flows,
    conversations,
    executions,
    calls,
    memory,
    trajectories,
    operations,
    health,
    views,
    trajectoryFunctions,
  ];
  for (const part of parts) await part.execute(db);
}
