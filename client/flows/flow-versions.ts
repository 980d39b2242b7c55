import { randomUUID } from 'node:crypto';
import type { FlowDefinition } from '../../flow/definition.js';
import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import type { AuditActor } from '../../store/audit/audit-log.js';
import {
  listFlowVersions,
  putFlow,
  viewFlowVersion,
  type FlowVersionFacts,
  type FlowVersionView,
  type PutFlow,
} from '../../store/flows/flow-views.js';
import { listFlowTriggers, storeDraft } from '../../store/flows/flows.js';
import { readRegisteredNames } from '../../store/worker-settings.js';
import { auditAct } from '../audit/audited.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { startExecution, type StartExecution } from '../executions/start-execution.js';
import { ThreadlineError } from '../threadline-error.js';

/** The result of the check of a definition. */
export interface FlowCheck {
  /** It could be run; warnings may be left. */
  isValid: boolean;
  problems: readonly FlowProblem[];
}

/** How a draft is tried: as an execution outside a conversation is started, which has no object to answer with. */
export type DraftTry = Pick<
  StartExecution,
  'text' | 'data' | 'trigger' | 'id' | 'user' | 'budget' | 'timeoutMs'
>;

/** An execution of a draft that was started. */
export interface TriedDraft {
  executionId: string;
  /** The number under which the draft is kept. */
  version: number;
}

/**
 * The versions of flows. Flows belong to nobody, and a definition holds prompts and may name every tool of the workers: whoever
 * offers these methods to others decides who may. The gateway lets administrators alone.
 */
export interface FlowVersions {
  /** The newest 500 versions and drafts of a flow, newest first. Throws `Client.NotFound`. */
  list(flow: string, options?: CallOptions): Promise<FlowVersionFacts[]>;
  /** A version with its definition, by default the current one. Throws `Client.NotFound`. */
  get(flow: string, options?: CallOptions & { version?: number }): Promise<FlowVersionView>;
  /** Finds all that is wrong with a definition of any origin; tools and kinds of nodes are those of the workers. Stores nothing. */
  check(definition: unknown, options?: CallOptions): Promise<FlowCheck>;
  /**
   * Makes a definition the current version of its flow, which turns and executions that begin from now on run. The same again
   * changes nothing. Throws `Flow.Invalid`.
   */
  publish(definition: unknown, options?: CallOptions): Promise<PutFlow>;
  /**
   * Runs a definition once without publishing it: it is kept as a draft, which nobody else's executions run. Throws
   * `Flow.Invalid`, and as `executions.start` does.
   */
  tryDraft(definition: unknown, input: DraftTry): Promise<TriedDraft>;
}

/** The part of a client that is about the versions of flows. */
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
      if (view === undefined) throw notFound(flow, version);
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
    async publish(given, options) {
      const call = new Call(context, options);
      const definition = requireValid(await checkFlow(context, call, given));
      return call.store(() => putFlow(db, definition, actorIn(context)));
    },
    async tryDraft(given, { id = randomUUID(), ...input }) {
      const call = new Call(context, { timeoutMs: input.timeoutMs, retryId: id });
      const definition = requireValid(await checkFlow(context, call, given));
      const { slug: flow } = definition;
      // Nobody would miss a draft that no execution runs.
      const version = await call.read(() => storeDraft(db, definition, context.user ?? input.user));
      const target = `flow/${flow}@${version}`;
      const { executionId } = await auditAct(context, { action: 'flow.try', target }, () =>
        startExecution(context, { ...input, id, flow, version }),
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
  const [registered, triggers] = await call.read(() =>
    Promise.all([readRegisteredNames(db, taskQueue), listFlowTriggers(db)]),
  );
  // Only who works on flows needs it, and it takes a while to load.
  const { validateFlow } = await import('../../flow/validation/validate-flow.js');
  return validateFlow(given, { ...registered, triggers, flows: Object.keys(triggers) });
}

function requireValid({ definition, problems }: ValidatedFlow): FlowDefinition {
  if (definition !== undefined) return definition;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new ThreadlineError('Flow.Invalid', `${errors[0]?.message ?? 'The flow is not valid'}${more}`);
}

function actorIn({ actor, user, via }: ClientContext): AuditActor {
  return { actor: actor ?? user ?? 'client', via };
}

function notFound(flow: string, version?: number): ThreadlineError {
  const what = version === undefined ? '' : ` with a version ${version}`;
  return new ThreadlineError('Client.NotFound', `There is no flow '${String(flow).slice(0, 80)}'${what}`);
}
