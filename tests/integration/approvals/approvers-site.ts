import { createGateway } from '../../../packages/gateway/index.js';
import { serveStudio } from '../../../packages/gateway/studio/serve-studio.js';
import { serveGateway, type RunningGateway } from '../../../packages/gateway/serve-gateway.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';

export interface People {
  ada: string;
  bob: string;
  sue: string;
  root: string;
}

export function newPeople({ newUser }: Pick<TestSystem, 'newUser'>): People {
  return { ada: newUser('ada'), bob: newUser('bob'), sue: newUser('sue'), root: newUser('root') };
}

export function serveFor(system: Pick<TestSystem, 'client'>, people: People): Promise<RunningGateway> {
  const gateway = createGateway({
    client: system.client,
    studio: serveStudio,
    authenticate({ headers }) {
      const user = headers.get('authorization')?.replace('Bearer ', '');
      if (user === undefined || !Object.values(people).includes(user)) return null;
      return { user, roles: user === people.sue ? ['staff'] : [], admin: user === people.root };
    },
  });
  return serveGateway(gateway, { host: '127.0.0.1', port: 0 });
}
