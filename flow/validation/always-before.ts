import type { FlowEdge } from '../definition.js';
import { collect } from '../graph/collect.js';
import { mapFollowers } from '../graph/neighbours.js';
import { listRoutes } from '../kinds/switch.js';
import { hasTrait, isTrigger } from '../kinds/traits.js';
import type { FlowGraph } from './flow-graph.js';
import type { NodePart } from './read-nodes.js';
import { takesARoute } from './takes-a-route.js';

export type Ending = 'success' | 'failure' | 'any';

export type AlwaysBefore = (source: string, question: { ending: Ending; reader: string }) => boolean;

/** One bit per node, because sets of ids took 300 ms in a flow of 500 nodes. */
type Nodes = bigint;
const NONE: Nodes = 0n;
const ALL: Nodes = -1n;

interface Choices {
  bitOf: (id: string) => Nodes;
  entering: ReadonlyMap<string, readonly FlowEdge[]>;
  outcomes: ReadonlyMap<string, readonly (readonly FlowEdge[])[]>;
}

/** Whether a node has always run before a reader that it leads to, regardless of routes and failures. */
export function readAlwaysBefore(graph: FlowGraph): AlwaysBefore {
  const choices = readChoices(graph);
  const walks = {
    success: new Walk(choices, 'success'),
    failure: new Walk(choices, 'failure'),
    any: new Walk(choices, 'any'),
  };
  return (source, { ending, reader }) => (walks[ending].before(reader) & choices.bitOf(source)) !== NONE;
}

function readChoices(graph: FlowGraph): Choices {
  const triggers = graph.nodes.filter(({ kind }) => isTrigger(kind)).map(({ id }) => id);
  const reached = collect(triggers, { along: mapFollowers(graph) });
  const entering = new Map<string, FlowEdge[]>(graph.nodes.map(({ id }) => [id, []]));
  const leaving = new Map<string, FlowEdge[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const edge of graph.edges) {
    // An edge back to a loop starts nothing in the same item.
    if (!reached.has(edge.from) || edge.on === 'next') continue;
    entering.get(edge.to)?.push(edge);
    leaving.get(edge.from)?.push(edge);
  }
  const outcomes = graph.nodes.map(
    (part) => [part.id, listOutcomes(graph, { part, edges: leaving.get(part.id) ?? [] })] as const,
  );
  const bits = new Map(graph.nodes.map(({ id }, index) => [id, 1n << BigInt(index)]));
  return { bitOf: (id) => bits.get(id) ?? NONE, entering, outcomes: new Map(outcomes) };
}

/** A failure without an error edge ends the run. */
function listOutcomes(
  graph: FlowGraph,
  { part: { node }, edges }: { part: NodePart; edges: readonly FlowEdge[] },
): readonly (readonly FlowEdge[])[] {
  const failed = edges.filter(({ on }) => on === 'error');
  const others = edges.filter(({ on }) => on !== 'error');
  const taken = others.flatMap(({ route }) => route ?? []);
  const isTotal = hasTrait(node, 'choosesRoute') && takesARoute(graph, node);
  const routes = isTotal ? listRoutes(node).map(({ route }) => route) : [undefined, ...taken];
  const chosen = [...new Set(routes)].map((name) =>
    others.filter(({ route }) => route === undefined || route === name),
  );
  return failed.length > 0 ? [...chosen, failed] : chosen;
}

class Walk {
  readonly #choices: Choices;
  readonly #ending: Ending;
  readonly #leads = new Map<string, Nodes>();
  readonly #before = new Map<string, Nodes>();

  constructor(choices: Choices, ending: Ending) {
    this.#choices = choices;
    this.#ending = ending;
  }

  before(id: string): Nodes {
    return remember(this.#before, id, () => {
      const entering = this.#choices.entering.get(id) ?? [];
      return entering.length === 0 ? NONE : inEach(entering, (edge) => this.#shownBy(edge));
    });
  }

  #shownBy(edge: FlowEdge): Nodes {
    const outcomes = this.#outcomesOf(edge.from).filter((edges) => edges.includes(edge));
    const others = inEach(outcomes, (edges) => this.#ledTo(edges)) | this.before(edge.from);
    return this.#withOwn(others, { id: edge.from, hasOwn: this.#fits(edge) });
  }

  #alwaysLeads(id: string): Nodes {
    return remember(this.#leads, id, () => {
      const outcomes = this.#outcomesOf(id);
      const others = outcomes.length === 0 ? NONE : inEach(outcomes, (edges) => this.#ledTo(edges));
      const hasOwn = this.#ending === 'any' || (this.#ending === 'success' && !outcomes.some(isFailure));
      return this.#withOwn(others, { id, hasOwn });
    });
  }

  #withOwn(others: Nodes, { id, hasOwn }: { id: string; hasOwn: boolean }): Nodes {
    const own = this.#choices.bitOf(id);
    return hasOwn ? others | own : others & ~own;
  }

  /** A loop has not ended while its items run. */
  #fits({ on }: FlowEdge): boolean {
    if (on === 'item') return false;
    return this.#ending === 'any' || this.#ending === (on === 'error' ? 'failure' : 'success');
  }

  #ledTo(edges: readonly FlowEdge[]): Nodes {
    return edges.reduce((nodes, { to }) => nodes | this.#alwaysLeads(to), NONE);
  }

  #outcomesOf(id: string): readonly (readonly FlowEdge[])[] {
    return this.#choices.outcomes.get(id) ?? [];
  }
}

function isFailure(edges: readonly FlowEdge[]): boolean {
  return edges.some(({ on }) => on === 'error');
}

function inEach<Part>(parts: readonly Part[], find: (part: Part) => Nodes): Nodes {
  return parts.reduce((nodes, part) => nodes & find(part), ALL);
}

function remember(known: Map<string, Nodes>, id: string, find: () => Nodes): Nodes {
  const found = known.get(id);
  if (found !== undefined) return found;
  known.set(id, NONE);
  const nodes = find();
  known.set(id, nodes);
  return nodes;
}
