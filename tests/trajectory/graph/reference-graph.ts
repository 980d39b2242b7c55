import type { EdgeType } from '../../../trajectory/graph/edge-types.js';
import type { PointerMove } from '../../../trajectory/graph/new-node.js';
import { isDataType, type NodeType } from '../../../trajectory/graph/node-types.js';

export interface ReferenceNode {
  id: string;
  type: NodeType;
  states: string[];
}

export class ReferenceGraph {
  nodes: ReferenceNode[] = [];
  edges: { from: string; to: string; type: EdgeType }[] = [];
  pointers: string[] = [];

  register({ node, predecessors, edge, pointer }: RegisterInput): boolean {
    const hasQuery = this.nodes.some(({ type }) => type === 'Query');
    if (this.find(node.id)) return false;
    if (node.type === 'Query') {
      if (hasQuery || predecessors.length > 0) return false;
      this.nodes.push(node);
      this.pointers = [node.id];
      return true;
    }
    const type = edge ?? this.#inferred(predecessors, node.type);
    if (!hasQuery || predecessors.length === 0 || type === undefined || type === 'continues_to') return false;
    this.nodes.push(node);
    for (const from of predecessors) this.#addEdge({ from, to: node.id, type });
    if (isDataType(node.type)) return true;
    if (pointer !== 'add') this.pointers = this.pointers.filter((id) => !predecessors.includes(id));
    if (pointer !== 'remove') this.pointers.push(node.id);
    return true;
  }

  connect({ from, to, type }: { from: string; to: string; type: EdgeType | undefined }): boolean {
    const known = this.edges.find((edge) => edge.from === from && edge.to === to);
    if (known) return type === undefined || type === known.type;
    const edgeType = type ?? this.#inferred([from], this.find(to)?.type ?? 'Query');
    if (edgeType === undefined || edgeType === 'continues_to' || this.leads(to, from)) return false;
    this.edges.push({ from, to, type: edgeType });
    return true;
  }

  remove(id: string): boolean {
    if (this.find(id)?.type === 'Query' && this.nodes.length > 1) return false;
    const before = this.edges.filter(({ to }) => to === id);
    const after = this.edges.filter(({ from }) => from === id);
    this.nodes = this.nodes.filter((node) => node.id !== id);
    this.edges = this.edges.filter(({ from, to }) => from !== id && to !== id);
    for (const edge of after)
      if (!this.edges.some(({ to }) => to === edge.to))
        this.edges.push(...before.map(({ from }) => ({ from, to: edge.to, type: edge.type })));
    if (!this.pointers.includes(id)) return true;
    this.pointers = this.pointers.filter((pointer) => pointer !== id);
    for (const end of before.flatMap(({ from }) => this.#ends(from)))
      if (!this.pointers.includes(end)) this.pointers.push(end);
    return true;
  }

  find(id: string): ReferenceNode | undefined {
    return this.nodes.find((node) => node.id === id);
  }

  leads(from: string, to: string): boolean {
    return from === to || this.edges.some((edge) => edge.from === from && this.leads(edge.to, to));
  }

  #ends(id: string): string[] {
    const type = this.find(id)?.type;
    if (type === undefined || !isDataType(type)) return [id];
    return this.edges.filter(({ to }) => to === id).flatMap(({ from }) => this.#ends(from));
  }

  #addEdge(edge: { from: string; to: string; type: EdgeType }): void {
    if (!this.edges.some(({ from, to }) => from === edge.from && to === edge.to)) this.edges.push(edge);
  }

  #inferred(predecessors: readonly string[], type: NodeType): EdgeType | undefined {
    const types = predecessors.map((id) => this.find(id)?.type);
    const all = (...allowed: NodeType[]) => allowed.some((one) => types.every((other) => other === one));
    if (type === 'Action' && all('Query', 'State')) return 'triggers';
    if (type === 'State' && all('Query', 'Action', 'State')) return 'has_conclusion';
    return type === 'Response' && all('Query', 'Action', 'State') ? 'has_response' : undefined;
  }
}

interface RegisterInput {
  node: ReferenceNode;
  predecessors: readonly string[];
  edge: EdgeType | undefined;
  pointer: PointerMove | undefined;
}
