import { randomUUID } from 'node:crypto';
import type { FlowDefinition } from '../../flow/definition.js';
import { assembleContext } from '../../flow/validation/assemble-context.js';
import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import type { AuditActor } from '../../store/audit/audit-log.js';
import { listFlowVersions, putFlow, viewFlowVersion } from '../../store/flows/flow-views.js';
import type {
  FlowCheck,
  FlowParts,
  FlowVersionView,
  ListedFlowVersion,
  PutFlow,
  TriedDraft,
} from '../../views/flow.js';
import { listFlowTriggers, storeDraft } from '../../store/flows/flows.js';
import { listRegisteredParts, type RegisteredPart } from '../../store/workers/list-parts.js';
import { readRegisteredNames } from '../../store/worker-settings.js';
import { auditAct } from '../audit/audited.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { startExecution, type StartExecution } from '../executions/start-execution.js';
import { ThreadlineError } from '../threadline-error.js';

export interface DraftTry extends Pick<
  StartExecution,
  'text' | 'data' | 'trigger' | 'id' | 'user' | 'budget' | 'timeoutMs'
> {
  /**
   * The first node that runs. It needs the `outputs` of the nodes before it. Not for a published definition.
   * Default: the trigger.
   */
  from?: string;
  /** With `from`, the outputs of nodes that do not run, by node id; at most 64 KB as JSON. */
  outputs?: Readonly<Record<string, unknown>>;
}

/**
 * Restrict access: definitions have no owner, contain prompts, and may use all tools. Methods throw
 * `Client.NotFound`.
 */
export interface FlowVersions {
  /** The newest 500 versions and drafts, newest first. */
  list(flow: string, options?: CallOptions): Promise<ListedFlowVersion[]>;
  /** Default: the current version. */
  get(flow: string, options?: CallOptions & { version?: number }): Promise<FlowVersionView>;
  /** Checks against the workers' tools and node kinds. Stores nothing. */
  check(definition: unknown, options?: CallOptions): Promise<FlowCheck>;
  /** Tools and node kinds of live workers. */
  parts(options?: CallOptions): Promise<FlowParts>;
  /** For later turns and executions. Idempotent. Throws `Flow.Invalid`. */
  publish(definition: unknown, options?: CallOptions): Promise<PutFlow>;
  /**
   * Runs a definition once, unpublished. Throws `Flow.Invalid`, `Execution.NotRepeatable`, and the errors of
   * `executions.start`.
   */
  tryDraft(definition: unknown, input: DraftTry): Promise<TriedDraft>;
}

export function createFlowVersions(context: ClientContext): FlowVersions {
  const { db } = context;
  return {
    async list(flow, options) {
      const versions = await new Call(context, options).read(() => listFlowVersions(db, flow));
      if (versions.length === 0) throw notFound(flow);
      return versions;
    },
    async get(flow, { version, timeoutMs } = {}) {
      const call = new Call(context, { timeoutMs });
      const view = await call.read(() => viewFlowVersion(db, { slug: flow, version }));
      if (!view) throw notFound(flow, version);
      return view;
    },
    async check(definition, options) {
      const { definition: valid, problems } = await checkFlow(
        context,
        new Call(context, options),
        definition,
      );
      return { isValid: valid !== undefined, problems };
    },
    async parts(options) {
      const parts = await new Call(context, options).read(() => listRegisteredParts(db, context.taskQueue));
      // Imported here, because it is slow to load.
      const { configSchemas } = await import('../../flow/config-schemas.js');
      const listed = (wanted: RegisteredPart['what']): FlowParts['tools'] =>
        parts.flatMap(({ what, ...part }) => (what === wanted ? [part] : []));
      const builtIn = configSchemas().map((kind) => ({ ...kind, description: null }));
      return { tools: listed('tools'), kinds: [...builtIn, ...listed('kinds')] };
    },
    async publish(given, options) {
      const call = new Call(context, options);
      const definition = requireValid(await checkFlow(context, call, given));
      return call.store(() => putFlow(db, definition, actorIn(context)));
    },
    async tryDraft(given, { id = randomUUID(), from, outputs, ...input }) {
      if (outputs && from === undefined)
        throw notRepeatable("A draft has 'outputs', but no node 'from' which to run");
      const rerun = from === undefined ? undefined : { from, ...(outputs && { outputs }) };
      const call = new Call(context, { timeoutMs: input.timeoutMs, retryId: id });
      const definition = requireValid(await checkFlow(context, call, given));
      const { slug: flow } = definition;
      // The draft may be lost if no execution follows.
      const { version, isDraft } = await call.read(() =>
        storeDraft(db, definition, context.user ?? input.user),
      );
      if (rerun && !isDraft)
        throw notRepeatable(
          `Version ${version} of flow '${flow}' is not a draft: change the definition, or omit 'from'`,
        );
      const target = `flow/${flow}@${version}`;
      const { executionId } = await auditAct(context, { action: 'flow.try', target }, () =>
        startExecution(context, { ...input, id, flow, version, rerun }),
      );
      return { executionId, version };
    },
  };
}

interface ValidatedFlow {
  definition?: FlowDefinition;
  problems: readonly FlowProblem[];
}

async function checkFlow(context: ClientContext, call: Call, given: unknown): Promise<ValidatedFlow> {
  const { db, taskQueue } = context;
  const [registered, stored] = await call.read(() =>
    Promise.all([readRegisteredNames(db, taskQueue), listFlowTriggers(db)]),
  );
  // Imported here, because it is slow to load.
  const { validateInTurn } = await import('../../flow/validation/validate-in-turn.js');
  return validateInTurn(given, assembleContext({ registered, stored }));
}

function requireValid({ definition, problems }: ValidatedFlow): FlowDefinition {
  if (definition) return definition;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new ThreadlineError('Flow.Invalid', `${errors[0]?.message ?? 'The flow is not valid'}${more}`);
}

function actorIn({ actor, user, via }: ClientContext): AuditActor {
  return { actor: actor ?? user ?? 'client', via };
}

function notRepeatable(message: string): ThreadlineError {
  return new ThreadlineError('Execution.NotRepeatable', message);
}

function notFound(flow: string, version?: number): ThreadlineError {
  const what = version === undefined ? '' : `Version ${version} of `;
  const name = `${what === '' ? 'Flow' : `${what}flow`} '${String(flow).slice(0, 80)}'`;
  return new ThreadlineError('Client.NotFound', `${name} does not exist`);
}
