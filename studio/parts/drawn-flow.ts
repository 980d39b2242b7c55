/** A node as it is drawn. */
export interface DrawnNode {
  id: string;
  kind: string;
  label?: string | undefined;
  /** How it stands in an execution. */
  status?: string | undefined;
  /** Sentences about what is wrong with it. */
  problems?: readonly string[] | undefined;
}

/** A flow as it is drawn: that of an editor may have edges from nowhere, which are left out. */
export interface DrawnFlow {
  nodes: readonly DrawnNode[];
  edges: readonly { from: string; to: string; route?: string | undefined; on?: string | undefined }[];
}
