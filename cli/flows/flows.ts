import { toSeenJson } from '../../protocol/unseen-characters.js';
import { readConfig } from '../../config.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { flowJsonSchema } from '../../flow/schema/flow-json-schema.js';
import type { FlowContext } from '../../flow/validation/check-registered.js';
import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import { validateFlow } from '../../flow/validation/validate-flow.js';
import type { Database } from '../../store/database.js';
import { viewFlowVersion, listFlows, putFlow, type PutFlow } from '../../store/flows/flow-views.js';
import { listWaitingFlows } from '../../store/flows/current-versions.js';
import { listFlowSlugs, publishVersion } from '../../store/flows/flows.js';
import { listLiveWorkers } from '../../store/workers/live-workers.js';
import { CommandError } from '../program/command-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { findDatabase } from '../system/find-system.js';
import { formatFlow, formatFlows, formatProblems } from './format-flows.js';
import { formatMermaid } from './format-mermaid.js';
import { withDatabase } from '../system/open-client.js';
import type { Output } from '../format/output.js';
import { loadProjectContext } from '../project/load-project-context.js';
import { readFlowFile } from './read-flow-file.js';

/** Prints all flows. */
export async function showFlows(output: Output): Promise<void> {
  const flows = await readDatabase(listFlows);
  output.result(flows, () =>
    flows.length === 0 ? 'There is no flow: a worker registers its own' : formatFlows(flows, output.style),
  );
}

interface ShowFlowInput {
  slug: string;
  version?: number;
  format?: 'json' | 'mermaid';
}

/** Prints a version of a flow. Throws a sentence where there is none such. */
export async function showFlow({ slug, version, format }: ShowFlowInput, output: Output): Promise<void> {
  const flow = await readDatabase((db) => viewFlowVersion(db, { slug, version }));
  if (flow === undefined)
    throw new CommandError(
      `Flow '${slug.slice(0, 80)}' ${version === undefined ? 'is not known' : `has no version ${version}`}: 'threadline flows list' shows what there is`,
    );
  output.result(flow, () => {
    switch (format) {
      case 'json':
        return toSeenJson(flow.definition, 2);
      case 'mermaid':
        return formatMermaid(flow.definition);
      default:
        return formatFlow(flow, output.style);
    }
  });
}

/** Checks a definition and prints what is wrong with it; returns the exit code. */
export async function checkFlow(file: string, output: Output): Promise<number> {
  const project = await loadProjectContext(readConfig(), process.cwd());
  const { definition, problems } = validateFlow(await readFlowFile(file), withoutFlows(project));
  const isValid = definition !== undefined;
  if (!isValid) return refuse(problems, output);
  output.result({ isValid, problems }, () =>
    [formatProblems(problems, output.style), `Flow '${definition.slug}' is valid`].filter(Boolean).join('\n'),
  );
  return EXIT_CODES.ok;
}

/** Stores a definition as the current version of its flow; returns the exit code. */
export async function storeFlow(file: string, output: Output): Promise<number> {
  const given = await readFlowFile(file);
  const project = await loadProjectContext(readConfig(), process.cwd());
  return readDatabase(async (db) => {
    const { definition, problems } = validateFlow(given, {
      ...withoutFlows(project),
      flows: [...(project?.flows ?? []), ...(await listFlowSlugs(db)), ...readSlug(given)],
    });
    if (definition === undefined) return refuse(problems, output);
    const put = await putFlow(db, definition, { actor: readConfig().login, via: 'command' });
    if (problems.length > 0 && !output.isJson) output.note(formatProblems(problems, output.noteStyle));
    output.result({ ...put, problems }, () => describePut(put, definition));
    return EXIT_CODES.ok;
  });
}

/** Publishes a stored version, by default that of the worker that started last. Throws a sentence if there is none. */
export async function publishFlow(
  { slug, version: given }: { slug: string; version?: number | undefined },
  output: Output,
): Promise<void> {
  await readDatabase(async (db) => {
    const version = given ?? (await listLiveWorkers(db)).findLast(({ flows }) => slug in flows)?.flows[slug];
    if (version === undefined)
      throw new CommandError(
        `No live worker defines flow '${slug.slice(0, 80)}': name a version with --version`,
      );
    const by = { actor: readConfig().login, via: 'command' } as const;
    if (!(await publishVersion(db, { slug, version }, by)))
      throw new CommandError(`Flow '${slug.slice(0, 80)}' has no version ${version}`);
    const waiting = (await listWaitingFlows(db)).find((flow) => flow.slug === slug);
    const missing = waiting?.missing;
    output.result({ slug, version, ...(missing && { missing }) }, () =>
      waiting === undefined
        ? `Flow '${slug}' is at version ${version}`
        : `Version ${version} of flow '${slug}' is published. Version ${waiting.current} answers until a live worker has ${waiting.missing.join(', ')}`,
    );
  });
}

/** Prints the JSON Schema of a definition. */
export function showSchema(output: Output): void {
  const schema = flowJsonSchema();
  output.result(schema, () => JSON.stringify(schema, undefined, 2));
}

/** Prints all problems on standard error, because there is no result; returns the exit code. */
function refuse(problems: readonly FlowProblem[], output: Output): number {
  if (output.isJson) output.result({ isValid: false, problems }, () => '');
  else output.note(formatProblems(problems, output.noteStyle));
  return EXIT_CODES.failed;
}

function describePut({ kind, slug, version }: PutFlow, { nodes }: FlowDefinition): string {
  switch (kind) {
    case 'new':
      return `Flow '${slug}' has version ${version} now, with ${nodes.length} nodes`;
    case 'same':
      return `Flow '${slug}' is unchanged: version ${version} is the same`;
    case 'again':
      return `Flow '${slug}' is at version ${version} again, which has this content`;
  }
}

/** Leaves out the project's flows: only the database knows all flows that there are. */
function withoutFlows(project: FlowContext | undefined): FlowContext {
  if (project === undefined) return {};
  const { flows: _flows, ...context } = project;
  return context;
}

/** Reads the slug of a definition: a flow may start itself before it is stored. */
function readSlug(given: unknown): string[] {
  if (typeof given !== 'object' || given === null || !('slug' in given)) return [];
  return typeof given.slug === 'string' ? [given.slug] : [];
}

function readDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
  return withDatabase(findDatabase(readConfig()), use);
}
