/** A warning does not keep the flow from running. */
export interface FlowProblem {
  severity: 'error' | 'warning';
  node?: string;
  /** As `from -> to`. */
  edge?: string;
  /** Dotted path inside the node, edge or definition: `config.model`. */
  field?: string;
  /** One sentence with place, value and remedy. */
  message: string;
}
