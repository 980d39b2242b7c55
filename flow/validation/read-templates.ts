import type { FlowNode } from '../kinds/flow-node.js';
import { listTemplates } from '../kinds/find-kind.js';
import { ownMissingRule } from '../settings/missing-rule.js';
import { hasTags } from '../templates/has-tags.js';
import type { Missing } from '../templates/missing.js';
import { constantProblem } from '../templates/constant-problem.js';
import { parseTemplate, type ParsedTemplate } from '../templates/parse-template.js';
import { splitTemplate } from '../templates/split-template.js';
import type { FlowGraph } from './flow-graph.js';
import { fieldName, type Path } from './path.js';
import { outputsAlone, templatePaths } from './template-paths.js';

export interface Reading {
  field: string;
  paths: readonly ReadPath[];
  isInput: boolean;
  isCode?: true;
}

export interface ReadPath {
  names: readonly string[];
  /** The same number as in `CodePath`. Infinity for a whole required path. */
  required: number;
}

export interface ReadTemplate extends Reading {
  node: string;
  problem?: string | undefined;
}

/** The parser takes up to 10 µs per character. */
const MAX_TAG_CHARACTERS = 100_000;
const TOO_MANY_TAGS =
  "with it, the flow's template tags have more than 100,000 characters; use code nodes for some of them";

const TOO_DEEP = 'it is nested too deeply; split it';

const TAKES_NOTHING: ReadonlySet<string> = new Set(['loop', 'filter']);

export function readTemplates(
  { nodes }: Pick<FlowGraph, 'nodes'>,
  missing: Missing | undefined,
): readonly ReadTemplate[] {
  let left = MAX_TAG_CHARACTERS;
  return nodes
    .flatMap(({ node }) => (node ? listTexts(node, missing) : []))
    .map(({ text, fails, ...place }) => {
      left -= tagCharacters(text);
      if (left < 0) return { ...place, paths: [], problem: TOO_MANY_TAGS };
      const parsed = parseTemplate(text);
      if ('problem' in parsed) return { ...place, paths: [], problem: parsed.problem };
      return { ...place, ...readParsed(parsed, fails) };
    });
}

/** Constants need more stack than parsing, so this may overflow. */
function readParsed(parsed: ParsedTemplate, fails: boolean): Pick<ReadTemplate, 'paths' | 'problem'> {
  try {
    const paths = templatePaths(parsed).map(({ names, isRequired }) => ({
      names,
      required: fails && isRequired ? Infinity : 0,
    }));
    return { paths, problem: findConstantProblem(parsed) };
  } catch (error) {
    if (error instanceof RangeError) return { paths: [], problem: TOO_DEEP };
    throw error;
  }
}

function findConstantProblem(parsed: ParsedTemplate): string | undefined {
  for (const expression of outputsAlone(parsed)) {
    const problem = constantProblem(expression);
    if (problem) return problem;
  }
  return undefined;
}

function listTexts(node: FlowNode, missing: Missing | undefined) {
  const fails = !TAKES_NOTHING.has(node.kind) && ownMissingRule(node, missing) === 'fail';
  return listTemplates(node).flatMap(({ field, value, isInput = false }) =>
    textsIn(value)
      .filter(({ text }) => hasTags(text))
      .map(({ text, path }) => ({ node: node.id, field: fieldName([field, ...path]), isInput, fails, text })),
  );
}

function tagCharacters(text: string): number {
  const split = splitTemplate(text);
  if ('problem' in split) return 0;
  const tags = split.parts.filter(({ kind }) => kind === 'output' || kind === 'statement');
  return tags.reduce((sum, { source }) => sum + source.length, 0);
}

function textsIn(value: unknown, path: Path = []): readonly { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]));
}
