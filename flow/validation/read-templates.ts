import type { FlowNode } from '../kinds/flow-node.js';
import { listTemplates } from '../kinds/find-kind.js';
import { hasTags } from '../templates/has-tags.js';
import { parseTemplate } from '../templates/parse-template.js';
import { splitTemplate } from '../templates/split-template.js';
import type { FlowGraph } from './flow-graph.js';
import { fieldName } from './path.js';
import { templatePaths } from './template-paths.js';
import { textsIn } from './texts-in.js';

/** The outputs of nodes that a field of a node reads. */
export interface Reading {
  field: string;
  /** Each by its names. */
  paths: readonly (readonly string[])[];
  /** Whether a list or a sub-execution's data comes from it. */
  isInput: boolean;
}

/** A template with tags, read; what it reads is unknown where it is wrong. */
export interface ReadTemplate extends Reading {
  node: string;
  problem?: string;
}

/** Of all tags of a flow together: the parser takes up to 10 microseconds a character. */
const MAX_TAG_CHARACTERS = 100_000;
const TOO_MANY_TAGS =
  'with it the tags of the flow have more than 100,000 characters; calculate more in nodes of code';

/** Every template with tags, each parsed once, in the order of nodes and fields. */
export function readTemplates({ nodes }: Pick<FlowGraph, 'nodes'>): readonly ReadTemplate[] {
  let left = MAX_TAG_CHARACTERS;
  return nodes
    .flatMap(({ node }) => (node === undefined ? [] : listTexts(node)))
    .map(({ text, ...place }) => {
      left -= tagCharacters(text);
      if (left < 0) return { ...place, paths: [], problem: TOO_MANY_TAGS };
      const parsed = parseTemplate(text);
      if ('problem' in parsed) return { ...place, paths: [], problem: parsed.problem };
      return { ...place, paths: templatePaths(parsed) };
    });
}

function listTexts(node: FlowNode) {
  return listTemplates(node).flatMap(({ field, value, isInput = false }) =>
    textsIn(value)
      .filter(({ text }) => hasTags(text))
      .map(({ text, path }) => ({ node: node.id, field: fieldName([field, ...path]), isInput, text })),
  );
}

function tagCharacters(text: string): number {
  const split = splitTemplate(text);
  if ('problem' in split) return 0;
  const tags = split.parts.filter(({ kind }) => kind === 'output' || kind === 'statement');
  return tags.reduce((sum, { source }) => sum + source.length, 0);
}
