import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProjectConfig } from '../../define-config.js';
import { chooseModel, type ChooseModelSettings } from '../../models/choose-model.js';
import type { ChosenModel } from '../../models/providers/provider.js';
import { defaultProject } from '../../worker/default-project.js';
import { CommandError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { registerTypeScript } from '../../worker/typescript/register-typescript.js';
import { suggestion } from '../../flow/validation/suggestion.js';

const KEYS: Readonly<Record<keyof ProjectConfig, true>> = {
  flows: true,
  tools: true,
  mcp: true,
  nodes: true,
  workflows: true,
  models: true,
  providers: true,
  embeddingModel: true,
  trajectoryFolder: true,
  encryption: true,
  retention: true,
  limits: true,
  gateway: true,
  deployment: true,
  temporal: true,
  approvers: true,
  approvalWebhook: true,
  auditDays: true,
  cleanArchive: true,
};

const PROJECT_FILES = ['threadline.config.ts', 'threadline.config.js', 'threadline.config.mjs'] as const;

export type LoadedProject =
  | { kind: 'own'; project: ProjectConfig; file: string }
  | { kind: 'default'; project: ProjectConfig; chosen: ChosenModel };

export async function loadProject(input: {
  folder: string;
  model: ChooseModelSettings;
}): Promise<LoadedProject> {
  const file = findProjectFile(input.folder);
  if (file !== undefined) return { kind: 'own', project: await importProject(file), file };
  const chosen = await chooseModel(input.model);
  return { kind: 'default', project: defaultProject(chosen.model), chosen };
}

export function findProjectFile(folder: string): string | undefined {
  return PROJECT_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));
}

export async function importProject(file: string): Promise<ProjectConfig> {
  let exported: unknown;
  try {
    exported = await importFile(pathToFileURL(file).href);
  } catch (error) {
    throw new CommandError(`Project file '${file}' cannot be loaded (${describeError(error)}): correct it`, {
      cause: error,
    });
  }
  // Check names first: a typo in 'flows' leaves a project without flows.
  const unknown = isObject(exported) ? describeUnknownKeys(exported) : undefined;
  if (unknown !== undefined) throw new CommandError(`Project file '${basename(file)}' ${unknown}`);
  if (isProject(exported)) return withAbsoluteFolder(exported, dirname(file));
  throw new CommandError(
    `Project file '${basename(file)}' does not export a project: 'export default defineConfig({ flows: [...] })'`,
  );
}

/** Relative to the project's file, not the working directory. */
function withAbsoluteFolder(project: ProjectConfig, beside: string): ProjectConfig {
  const { trajectoryFolder } = project;
  return trajectoryFolder === undefined
    ? project
    : { ...project, trajectoryFolder: resolve(beside, trajectoryFolder) };
}

export function isProjectFile(path: string): boolean {
  return ['.ts', '.js', '.mjs'].includes(extname(path));
}

async function importFile(url: string): Promise<unknown> {
  if (url.endsWith('.ts')) await registerTypeScript();
  return pickDefault(await import(url));
}

/** A CommonJS module's default export is one level deeper. */
function pickDefault(module: unknown): unknown {
  const first = (module as { default?: unknown }).default;
  const isWrapped = typeof first === 'object' && first !== null && 'default' in first;
  return isWrapped ? first.default : first;
}

function isProject(value: unknown): value is ProjectConfig {
  if (!isObject(value) || !('flows' in value)) return false;
  return Array.isArray(value.flows) && value.flows.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function describeUnknownKeys(project: object): string | undefined {
  const known = Object.keys(KEYS);
  const unknown = Object.keys(project).filter((key) => !Object.hasOwn(KEYS, key));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((key) => `'${key.slice(0, 40)}'${suggestion(key, known)}`).join(', ');
  return `has unknown fields: ${named}; known are ${known.join(', ')}`;
}
