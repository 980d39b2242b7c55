export interface DrawnNode {
  id: string;
  kind: string;
  label?: string | undefined;
  status?: string | undefined;
  problems?: readonly string[] | undefined;
}

/** Omits edges without a node at either end, which a draft may have. */
export interface DrawnFlow {
  nodes: readonly DrawnNode[];
  edges: readonly { from: string; to: string; route?: string | undefined; on?: string | undefined }[];
}
