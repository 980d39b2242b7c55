import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { FlowVersions } from '../../../client/flows/flow-versions.js';
import type { Caller } from '../gateway-env.js';
import {
  listedFlow,
  putFlow,
  flowCheck,
  flowParts,
  triedDraft,
  listedFlowVersion,
  flowVersionView,
} from '../../../views/flow.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const definition = z.unknown().describe('A definition by docs/flow.schema.json');

const draft = z.strictObject({
  definition,
  text: z.string(),
  data: z.unknown().optional().describe('Available to templates as `trigger.data`'),
  trigger: z.string().optional().describe("Default: the flow's first `manual` trigger, else its first"),
  from: z
    .string()
    .optional()
    .describe('The first node that runs, unless the definition is published. Default: the trigger'),
  outputs: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With `from`, the outputs of nodes that do not run, by node id'),
  id: z.string().optional().describe('Makes trying idempotent'),
});

export const flowRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/flows',
    summary: "List the caller's flows",
    answer: {
      kind: 'json',
      schema: z.array(listedFlow),
      says: 'Names, descriptions, examples, and whether a worker runs',
    },
    handle: ({ caller }) => caller.client.flows(),
  }),
  defineRoute({
    method: 'post',
    path: '/flows',
    summary: 'Administrators only: publish a definition as the current version of its flow',
    body: definition,
    answer: { kind: 'json', schema: putFlow, says: 'The version, and whether it is new', status: 201 },
    handle: async ({ caller, body }) => versionsFor(caller).publish(body),
  }),
  defineRoute({
    method: 'post',
    path: '/flows/check',
    summary: 'Administrators only: validate a definition',
    body: definition,
    answer: {
      kind: 'json',
      schema: flowCheck,
      says: 'Whether it is valid, and its problems',
    },
    handle: async ({ caller, body }) => versionsFor(caller).check(body),
  }),
  defineRoute({
    method: 'get',
    path: '/flows/parts',
    summary: "Administrators only: list the workers' tools and node kinds",
    answer: { kind: 'json', schema: flowParts, says: 'Names, with JSON Schemas of inputs and settings' },
    handle: async ({ caller }) => versionsFor(caller).parts(),
  }),
  defineRoute({
    method: 'post',
    path: '/flows/drafts',
    summary: 'Administrators only: run a definition once, without publishing it',
    body: draft,
    answer: {
      kind: 'json',
      schema: triedDraft,
      says: 'The id of the execution, and the number of the draft',
      status: 202,
    },
    async handle({ caller, body: { definition: given, ...input } }) {
      return versionsFor(caller).tryDraft(given, input as typeof input & { id?: string });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/flows/{flow}/versions',
    summary: 'Administrators only: list the versions and drafts of a flow',
    answer: {
      kind: 'json',
      schema: z.array(listedFlowVersion),
      says: 'Numbers, times and publishers, newest first',
    },
    handle: async ({ caller, path: { flow = '' } }) => versionsFor(caller).list(flow),
  }),
  defineRoute({
    method: 'get',
    path: '/flows/{flow}/versions/{version}',
    summary: 'Administrators only: get a version of a flow',
    answer: { kind: 'json', schema: flowVersionView, says: 'The definition' },
    handle: async ({ caller, path: { flow = '', version = '' } }) =>
      versionsFor(caller).get(flow, { version: readVersion(version) }),
  }),
];

/** Administrators only: definitions contain prompts, and a draft may use every tool. */
function versionsFor({ client, everybody }: Caller): FlowVersions {
  if (!everybody) throw new ThreadlineError('Client.NotFound', 'Only administrators may manage flows');
  return client.flowVersions;
}

function readVersion(text: string): number {
  const version = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  if (version === undefined)
    throw new ThreadlineError('Gateway.InvalidRequest', `'${text.slice(0, 20)}' is not a version number`);
  return version;
}
