import type { FlowEdge } from '../definition.js';
import { collect } from '../graph/collect.js';
import { mapFollowers } from '../graph/neighbours.js';
import { listRoutes } from '../kinds/switch.js';
import { isTrigger } from '../kinds/traits.js';
import type { FlowGraph } from './flow-graph.js';
import type { NodePart } from './read-nodes.js';
import { takesARoute } from './takes-a-route.js';

/** How a node has ended: with its own output, with an error as its output, or with either. */
export type Ending = 'success' | 'failure' | 'any';

/** Whether a node has ended in this way whenever the reader starts. */
export type AlwaysBefore = (source: string, question: { ending: Ending; reader: string }) => boolean;

interface Choices {
  /** The edges that lead to a node. */
  entering: ReadonlyMap<string, readonly FlowEdge[]>;
  /** The sets of edges that may follow a node: one of them is taken as a whole. */
  outcomes: ReadonlyMap<string, readonly (readonly FlowEdge[])[]>;
}

/**
 * Returns the function that knows which nodes have ended before another one starts, whatever a switch chooses and
 * whatever fails. It is asked about nodes that lead to the reader: these have settled when the reader starts.
 */
export function readAlwaysBefore(graph: FlowGraph): AlwaysBefore {
  const choices = readChoices(graph);
  const walks = new Map<string, Walk>();
  return (source, { ending, reader }) => {
    const key = `${ending} ${source}`;
    const walk = walks.get(key) ?? new Walk(choices, { source, ending });
    walks.set(key, walk);
    return walk.isBefore(reader);
  };
}

function readChoices(graph: FlowGraph): Choices {
  const triggers = graph.nodes.filter(({ kind }) => isTrigger(kind)).map(({ id }) => id);
  const reached = collect(triggers, { along: mapFollowers(graph) });
  const entering = new Map<string, FlowEdge[]>(graph.nodes.map(({ id }) => [id, []]));
  const leaving = new Map<string, FlowEdge[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const edge of graph.edges) {
    // The way back to a loop starts nothing in the same item.
    if (!reached.has(edge.from) || edge.on === 'next') continue;
    entering.get(edge.to)?.push(edge);
    leaving.get(edge.from)?.push(edge);
  }
  const outcomes = graph.nodes.map(
    (part) => [part.id, listOutcomes(graph, { part, edges: leaving.get(part.id) ?? [] })] as const,
  );
  return { entering, outcomes: new Map(outcomes) };
}

/** A failure without an error edge ends the run. */
function listOutcomes(
  graph: FlowGraph,
  { part: { node }, edges }: { part: NodePart; edges: readonly FlowEdge[] },
): readonly (readonly FlowEdge[])[] {
  const failed = edges.filter(({ on }) => on === 'error');
  const others = edges.filter(({ on }) => on !== 'error');
  const taken = others.flatMap(({ route }) => route ?? []);
  const isTotal = node?.kind === 'switch' && takesARoute(graph, node);
  const routes = isTotal ? listRoutes(node).map(({ route }) => route) : [undefined, ...taken];
  const chosen = [...new Set(routes)].map((name) =>
    others.filter(({ route }) => route === undefined || route === name),
  );
  return failed.length > 0 ? [...chosen, failed] : chosen;
}

/** The walk through a graph for one node that has to have ended in one way. */
class Walk {
  readonly #choices: Choices;
  readonly #source: string;
  readonly #ending: Ending;
  /** A node on a cycle, which is an error of its own, counts as one that leads nowhere. */
  readonly #leads = new Map<string, boolean>();
  readonly #before = new Map<string, boolean>();

  constructor(choices: Choices, { source, ending }: { source: string; ending: Ending }) {
    this.#choices = choices;
    this.#source = source;
    this.#ending = ending;
  }

  /** Whether each way into the node shows that the source has ended so. */
  isBefore(id: string): boolean {
    return remember(this.#before, id, () => {
      const entering = this.#choices.entering.get(id) ?? [];
      return entering.length > 0 && entering.every((edge) => this.#isShownBy(edge));
    });
  }

  #isShownBy(edge: FlowEdge): boolean {
    if (edge.from === this.#source) return this.#fits(edge);
    const outcomes = this.#outcomesOf(edge.from).filter((edges) => edges.includes(edge));
    return outcomes.every((edges) => this.#someLeads(edges)) || this.isBefore(edge.from);
  }

  /** Whether the source ends so in every run in which this node runs, if the run goes on. */
  #alwaysLeads(id: string): boolean {
    return remember(this.#leads, id, () => {
      const outcomes = this.#outcomesOf(id);
      if (id !== this.#source)
        return outcomes.length > 0 && outcomes.every((edges) => this.#someLeads(edges));
      return this.#ending === 'any' || (this.#ending === 'success' && !outcomes.some(isFailure));
    });
  }

  /** A loop has not ended while its items run. */
  #fits({ on }: FlowEdge): boolean {
    if (on === 'item') return false;
    return this.#ending === 'any' || this.#ending === (on === 'error' ? 'failure' : 'success');
  }

  #someLeads(edges: readonly FlowEdge[]): boolean {
    return edges.some(({ to }) => this.#alwaysLeads(to));
  }

  #outcomesOf(id: string): readonly (readonly FlowEdge[])[] {
    return this.#choices.outcomes.get(id) ?? [];
  }
}

function isFailure(edges: readonly FlowEdge[]): boolean {
  return edges.some(({ on }) => on === 'error');
}

function remember(known: Map<string, boolean>, id: string, find: () => boolean): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  known.set(id, false);
  const value = find();
  known.set(id, value);
  return value;
}
