import { toSeenJson } from '../../protocol/unseen-characters.js';
import { readConfig } from '../../config.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { KIND_TRAITS } from '../../flow/kinds/traits.js';
import { describeNeed } from '../../flow/needs/abilities.js';
import { listMissing } from '../../flow/needs/choose-version.js';
import { flowNeeds } from '../../flow/needs/flow-needs.js';
import { flowJsonSchema } from '../../flow/flow-json-schema.js';
import { assembleContext } from '../../flow/validation/assemble-context.js';
import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import { validateFlow } from '../../flow/validation/validate-flow.js';
import type { Database } from '../../store/database.js';
import { viewFlowVersion, listFlows, listFlowVersions, putFlow } from '../../store/flows/flow-views.js';
import type { PutFlow } from '../../views/flow.js';
import { listWaitingFlows } from '../../store/flows/current-versions.js';
import { listFlowTriggers, publishVersion } from '../../store/flows/flows.js';
import { readRegisteredNames } from '../../store/worker-settings.js';
import { listLiveWorkers } from '../../store/workers/live-workers.js';
import { CommandError, usageError } from '../program/command-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { findDatabase } from '../system/find-system.js';
import { formatFlow, formatFlows, formatProblems } from './format-flows.js';
import { formatMermaid } from './format-mermaid.js';
import { withDatabase } from '../system/open-client.js';
import type { Output } from '../format/output.js';
import { isProjectFile } from '../project/load-project.js';
import {
  loadProjectContext,
  readProjectContext,
  type ProjectContext,
} from '../project/load-project-context.js';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeError } from '../program/describe-error.js';
import { readText } from '../input/read-text.js';

export async function showFlows(output: Output): Promise<void> {
  const flows = await readDatabase(listFlows);
  output.result(flows, () =>
    flows.length === 0
      ? 'No flows yet: start a worker to publish its flows'
      : formatFlows(flows, output.style),
  );
}

interface ShowFlowInput {
  slug: string;
  version?: number;
  format?: 'json' | 'mermaid';
}

export async function showFlow({ slug, version, format }: ShowFlowInput, output: Output): Promise<void> {
  if (output.isJson && format === 'mermaid')
    throw usageError('--json and --format mermaid exclude each other');
  const flow = await readDatabase(async (db) => {
    const found = await viewFlowVersion(db, { slug, version });
    if (!found) throw unknownVersion({ slug, version }, await listFlowVersions(db, slug));
    return found;
  });
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

/** `path` is a definition, a folder of them, or a project. */
export async function checkFlow(path: string, output: Output): Promise<number> {
  if (isProjectFile(path)) return checkProjectFlows(resolve(path), output);
  const project = await loadProjectContext(readConfig(), process.cwd());
  const files = await listFlowFiles(path);
  if (files) return checkFiles(files, { project, output });
  const given = await readFlowFile(path);
  const context = assembleContext(project ?? {});
  const { definition, problems } = validateFlow(given, context);
  const isValid = definition !== undefined;
  if (!isValid) return refuse(problems, output);
  const unchecked = project ? [] : noteUnchecked([definition], output);
  output.result({ isValid, problems, unchecked }, () =>
    [formatProblems(problems, output.style), `Flow '${definition.slug}' is valid`].filter(Boolean).join('\n'),
  );
  return EXIT_CODES.ok;
}

async function checkProjectFlows(file: string, output: Output): Promise<number> {
  const project = await readProjectContext(readConfig(), file);
  const context = assembleContext(project);
  const checks = project.project.map((flow) => {
    const { definition, problems } = validateFlow(flow, context);
    return { flow: flow.slug, isValid: definition !== undefined, problems };
  });
  return reportChecks(checks, ({ flow }) => `Flow '${flow}'`, output);
}

async function checkFiles(
  files: readonly string[],
  { project, output }: { project: ProjectContext | undefined; output: Output },
): Promise<number> {
  const read = await Promise.all(
    files.map(async (file) => {
      try {
        return { file, given: await readFlowFile(file) };
      } catch (error) {
        if (error instanceof CommandError) return { file, given: error };
        throw error;
      }
    }),
  );
  // Checks them together, because flows of a folder may start each other.
  const together = read.flatMap(({ given }) => validateFlow(given).definition ?? []);
  const context = assembleContext({ ...project, together });
  const checks = read.map(({ file, given }) => {
    if (given instanceof CommandError) {
      const problem: FlowProblem = { severity: 'error', message: given.message };
      return { file, isValid: false, problems: [problem] };
    }
    const { definition, problems } = validateFlow(given, context);
    return { file, isValid: definition !== undefined, problems };
  });
  if (!project) noteUnchecked(together, output);
  return reportChecks(checks, ({ file }) => file, output);
}

interface Checked {
  readonly isValid: boolean;
  readonly problems: readonly FlowProblem[];
}

function reportChecks<Check extends Checked>(
  checks: readonly Check[],
  name: (check: Check) => string,
  output: Output,
): number {
  output.result(checks, () =>
    checks
      .map((check) =>
        [
          `${name(check)}: ${check.isValid ? 'valid' : 'not valid'}`,
          formatProblems(check.problems, output.style),
        ]
          .filter(Boolean)
          .join('\n'),
      )
      .join('\n'),
  );
  return checks.every(({ isValid }) => isValid) ? EXIT_CODES.ok : EXIT_CODES.failed;
}

/** Checks against this folder's project, or else the workers. */
export async function storeFlow(file: string, output: Output): Promise<number> {
  const config = readConfig();
  const given = await readFlowFile(file);
  const project = await loadProjectContext(config, process.cwd());
  return readDatabase(async (db) => {
    const stored = await listFlowTriggers(db);
    const registered = project?.registered ?? (await readRegisteredNames(db, config.taskQueue));
    const context = assembleContext({ ...project, registered, stored });
    const { definition, problems } = validateFlow(given, context);
    if (!definition) return refuse(problems, output);
    const unchecked = registered ? [] : noteUnchecked([definition], output, ' and no worker has started');
    const put = await putFlow(db, definition, { actor: config.login, via: 'command' });
    if (problems.length > 0 && !output.isJson) output.note(formatProblems(problems, output.noteStyle));
    output.result({ ...put, problems, unchecked }, () => describePut(put, definition));
    return EXIT_CODES.ok;
  });
}

/** By default, the newest worker's version. If tools or kinds are missing, the version waits for them. */
export async function publishFlow(
  { slug, version: given }: { slug: string; version?: number | undefined },
  output: Output,
): Promise<number> {
  return readDatabase(async (db) => {
    const version = given ?? (await listLiveWorkers(db)).findLast(({ flows }) => slug in flows)?.flows[slug];
    if (version === undefined)
      throw new CommandError(
        `No live worker defines flow '${slug.slice(0, 80)}': name a version with --version`,
      );
    const view = await viewFlowVersion(db, { slug, version });
    if (!view) throw unknownVersion({ slug, version }, await listFlowVersions(db, slug));
    const context = assembleContext({ stored: await listFlowTriggers(db) });
    const { definition, problems } = validateFlow(view.definition, context);
    if (!definition) return refuse(problems, output);
    const by = { actor: readConfig().login, via: 'command' } as const;
    if (!(await publishVersion(db, { slug, version }, by))) throw unknownVersion({ slug, version }, []);
    const [waiting] = await listWaitingFlows(db, [slug]);
    const missing = waiting?.missing;
    if (problems.length > 0 && !output.isJson) output.note(formatProblems(problems, output.noteStyle));
    output.result({ slug, version, ...(missing && { missing }), problems }, () =>
      waiting
        ? `Version ${version} of flow '${slug}' is published. Version ${waiting.current} answers until a live worker has ${waiting.missing.join(', ')}`
        : `Flow '${slug}' is at version ${version}`,
    );
    return EXIT_CODES.ok;
  });
}

function unknownVersion(
  { slug, version }: { slug: string; version?: number | undefined },
  known: readonly { version: number }[],
): CommandError {
  const name = `Flow '${slug.slice(0, 80)}'`;
  if (version === undefined || known.length === 0)
    return new CommandError(`${name} does not exist: 'threadline flows list' lists all flows`);
  return new CommandError(
    `${name} has no version ${version}: it has ${known.map((one) => one.version).join(', ')}`,
  );
}

export function showSchema(output: Output): void {
  const schema = flowJsonSchema();
  output.result(schema, () => JSON.stringify(schema, undefined, 2));
}

function refuse(problems: readonly FlowProblem[], output: Output): number {
  if (output.isJson) output.result({ isValid: false, problems }, () => '');
  else output.note(formatProblems(problems, output.noteStyle));
  return EXIT_CODES.failed;
}

/** Returns the needs that cannot be checked, such as `tool 'search'`. */
function noteUnchecked(flows: readonly FlowDefinition[], output: Output, also = ''): string[] {
  const builtIn = { tools: [], kinds: Object.keys(KIND_TRAITS), models: [] };
  const needs = flows.flatMap((flow) => listMissing(flowNeeds(flow), builtIn)).map(describeNeed);
  const unique = [...new Set(needs)];
  if (unique.length > 0)
    output.note(`Not checked, because no project is in this folder${also}: ${unique.join(', ')}`);
  return unique;
}

function describePut({ kind, slug, version, missing }: PutFlow, { nodes }: FlowDefinition): string {
  const waits = missing ? `, and answers once a live worker has ${missing.join(', ')}` : '';
  switch (kind) {
    case 'new':
      return `Flow '${slug}' has version ${version} now, with ${nodes.length} nodes${waits}`;
    case 'same':
      return `Flow '${slug}' is unchanged: version ${version} has the same content${waits}`;
    case 'again':
      return `Flow '${slug}' is at version ${version} again, which has this content${waits}`;
  }
}

function readDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
  return withDatabase(findDatabase(readConfig()), use);
}

async function readFlowFile(path: string): Promise<unknown> {
  const text = await readText(path === '-' ? { kind: 'stdin' } : { kind: 'file', path });
  const value = parse(text, path === '-' ? 'Standard input' : `File '${path}'`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _schema, ...definition } = value as Record<string, unknown>;
  return definition;
}

async function listFlowFiles(path: string): Promise<readonly string[] | undefined> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return undefined;
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
  if (names.length > 0) return names.map((name) => join(path, name));
  throw usageError(`Folder '${path}' has no JSON files: name a file or a folder of flows`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CommandError(`${name} is not JSON (${describeError(cause)}): pass a flow as JSON`, { cause });
  }
}
