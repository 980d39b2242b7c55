/** A warning does not keep the flow from running. */
export interface FlowProblem {
  severity: 'error' | 'warning';
  node?: string;
  /** As `from -> to`. */
  edge?: string;
  /** Dotted path inside the node, the edge or the definition: `config.model`. */
  field?: string;
  /** One sentence that names node or edge, field, value and remedy. */
  message: string;
}
