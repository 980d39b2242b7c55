export interface DrawnNode {
  id: string;
  kind: string;
  label?: string | undefined;
  status?: string | undefined;
  problems?: readonly string[] | undefined;
}

/** A flow to draw. An editor's flow may have dangling edges, which are omitted. */
export interface DrawnFlow {
  nodes: readonly DrawnNode[];
  edges: readonly { from: string; to: string; route?: string | undefined; on?: string | undefined }[];
}
