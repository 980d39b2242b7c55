export interface DrawnNode {
  id: string;
  kind: string;
  label?: string | undefined;
  status?: string | undefined;
  problems?: readonly string[] | undefined;
}

/** Dangling edges, which an editor's flow may have, are omitted. */
export interface DrawnFlow {
  nodes: readonly DrawnNode[];
  edges: readonly { from: string; to: string; route?: string | undefined; on?: string | undefined }[];
}
