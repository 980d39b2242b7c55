/** The flow runs despite warnings. */
export interface FlowProblem {
  severity: 'error' | 'warning';
  node?: string;
  /** The edge, as `from -> to`. */
  edge?: string;
  /** The dotted path inside the node, the edge or the definition: `config.model`. */
  field?: string;
  /** One sentence with the place, the value and the fix. */
  message: string;
}
