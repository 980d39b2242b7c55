import type { FlowDefinition } from '../../flow/definition.js';
import { isBuiltIn } from '../../flow/kinds/traits.js';
import { flowNeeds } from '../../flow/needs/flow-needs.js';
import { readNodes } from '../../flow/validation/read-nodes.js';
import { listEarlierVersions, repinVersion } from '../../store/flows/earlier-versions.js';
import type { ActivityDependencies } from '../dependencies.js';
import { loadFlow } from '../load-flow.js';

interface NewExecution {
  workflowId: string;
  slug: string;
  version: number;
}

/**
 * With Worker Versioning, an execution stays on its build. After a rollback, that build may not run the
 * current version, so pins the newest that it can run.
 */
export function createPinRunnableVersion({ db, tools, nodes, models, isVersioned }: ActivityDependencies) {
  /** Never stale, because neither a version nor a build changes. */
  const runnable = new WeakMap<FlowDefinition, boolean>();
  return async function pinRunnableVersion(execution: NewExecution): Promise<FlowDefinition> {
    const { workflowId, slug, version } = execution;
    const current = await loadFlow(db, slug, version);
    if (!isVersioned || (await canRun(current))) return current;
    for (const earlier of await listEarlierVersions(db, { slug, version })) {
      const flow = await loadFlow(db, slug, earlier);
      if (!(await canRun(flow))) continue;
      await repinVersion(db, { workflowId, from: version, to: earlier });
      return flow;
    }
    return current;
  };

  /** Does not validate the flow: a rule that was added later must not disable a stored version. */
  async function canRun(flow: FlowDefinition): Promise<boolean> {
    const known = runnable.get(flow);
    if (known !== undefined) return known;
    const needs = flowNeeds(flow);
    const can =
      readNodes(flow).problems.length === 0 &&
      needs.tools.every((name) => tools.knows(name)) &&
      needs.kinds.every((kind) => isBuiltIn(kind) || nodes.kinds().includes(kind)) &&
      (await hasModels(needs.models));
    runnable.set(flow, can);
    return can;
  }

  async function hasModels(ids: readonly string[]): Promise<boolean> {
    const found = await Promise.allSettled(ids.map((id) => models.resolve(id)));
    return found.every(({ status }) => status === 'fulfilled');
  }
}
