import { z } from 'zod';
import { wellFormed } from '../../context/text/well-formed.js';
import { checkSnapshot } from './check-snapshot.js';
import { cleanAttributes, cleanDescription, DESCRIPTION, withoutNulls } from './clean-attributes.js';
import { EDGE_TYPES } from './edge-types.js';
import { isUtc } from './new-node.js';
import { NODE_TYPES, type NodeType } from './node-types.js';
import { fitOnLine, quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import type { NodeVersion, TrajectoryNode } from './trajectory-node.js';
import type { RoundSnapshot } from './trajectory-view.js';

const owner = z.object({ user: z.string(), session: z.string(), round: z.int(), subAgent: z.string() });
/** Unchecked here, because attributes differ by node type. */
const values = z.record(z.string(), z.unknown());
const node = z.object({
  id: z.string(),
  type: z.enum(NODE_TYPES),
  label: z.string(),
  description: z.string().nullable(),
  createdAt: z.string().refine(isUtc, 'not a UTC time'),
  versions: z.record(z.string(), values),
  reasons: z.record(z.string(), z.string().transform(wellFormed)).optional(),
  attributes: values,
});
const link = z.object({ source: z.string(), target: z.string(), type: z.enum(EDGE_TYPES) });
const nodeLink = z.object({
  directed: z.literal(true),
  multigraph: z.literal(false),
  graph: z.object({ owner, numbers: z.partialRecord(z.enum(NODE_TYPES), z.int()) }),
  nodes: z.array(node),
  links: z.array(link),
});
const roundMeta = z.object({ start: z.string().nullable(), pointers: z.array(z.string()) });

/** The node-link format, a JSON format that graph libraries read. */
type NodeLink = z.infer<typeof nodeLink>;
type RoundMeta = z.infer<typeof roundMeta>;

export function toNodeLink({ owner, nodes, edges, numbers }: RoundSnapshot): NodeLink {
  return {
    directed: true,
    multigraph: false,
    graph: { owner, numbers },
    nodes: nodes.map(({ owner: _, ...node }) => node),
    links: edges.map(({ from, to, type }) => ({ source: from, target: to, type })),
  };
}

export function toMeta({ start, pointers }: RoundSnapshot): RoundMeta {
  return { start, pointers: [...pointers] };
}

/** Checks everything, because exported files are untrusted. */
export function fromNodeLink(json: unknown, meta: unknown): RoundSnapshot {
  const { graph, nodes, links } = parsed(nodeLink, { value: json, name: 'graph' });
  const { start, pointers } = parsed(roundMeta, { value: meta, name: 'meta' });
  const snapshot: RoundSnapshot = {
    owner: graph.owner,
    nodes: nodes.map((node) => ({ ...cleanNode(node), owner: graph.owner })),
    edges: links.map(({ source, target, type }) => ({ from: source, to: target, type })),
    pointers,
    start,
    numbers: graph.numbers,
  };
  checkSnapshot(snapshot);
  return snapshot;
}

type NodeRecord = z.infer<typeof node>;

function cleanNode({
  type,
  description,
  attributes,
  versions,
  ...rest
}: NodeRecord): Omit<TrajectoryNode, 'owner'> {
  return {
    ...rest,
    type,
    description: cleanDescription(description),
    attributes: withoutNulls(cleanAttributes(type, attributes)),
    versions: Object.fromEntries(
      Object.entries(versions).map(([number, old]) => [number, cleanVersion(type, old)]),
    ),
  };
}

function cleanVersion(
  type: NodeType,
  { [DESCRIPTION]: description, ...attributes }: Record<string, unknown>,
): NodeVersion {
  const old = cleanAttributes(type, attributes);
  return description === undefined ? old : { ...old, [DESCRIPTION]: cleanDescription(description) };
}

function parsed<T>(schema: z.ZodType<T>, { value, name }: { value: unknown; name: string }): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = quoteText(issue?.path.join('.') || name);
  throw new TrajectoryError(
    `The ${name} file of a round is damaged at ${place}: ${fitOnLine(issue?.message ?? 'refused', 200)}. Export it again.`,
  );
}
