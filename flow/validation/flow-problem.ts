/** A problem of a definition; a warning does not keep the flow from running. */
export interface FlowProblem {
  severity: 'error' | 'warning';
  /** Id of the node, where it has one. */
  node?: string;
  /** The edge as `from -> to`. */
  edge?: string;
  /** Dotted path inside the node, the edge or, without one, the definition: `config.model`. */
  field?: string;
  /** One sentence that names node or edge, field, value and remedy. */
  message: string;
}
