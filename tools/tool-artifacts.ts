/** Something that a tool keeps out of the context. */
export interface NewToolArtifact {
  /** 1 to 200 letters, digits, `_`, `-` and `.`, for example `report.csv`; unlike for each call of the execution. */
  name: string;
  content: string | Uint8Array;
  /** Default `text/plain` for a text, `application/octet-stream` for bytes. A model can read texts, JSON and XML. */
  mediaType?: string;
}

/** An artifact as it was stored. */
export interface ToolArtifact {
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** The content as UTF-8. */
  text(): string;
}

/** Contents that an execution's tools store beside the context, for later calls, later turns and `read_artifact`. */
export interface ToolArtifacts {
  /**
   * Stores content under a name and returns the name. Saved again by the same call, or by another try of it, it
   * replaces what was there. Rejects when the name is none or taken by another call, when the call has ended, and
   * when Postgres will not take the content.
   */
  save(artifact: NewToolArtifact): Promise<{ name: string }>;
  /**
   * Reads by name whatever the model can read by it, with or without `artifact:` before it: the execution's own
   * first, then the conversation's newest. Undefined: there is none.
   */
  read(name: string): Promise<ToolArtifact | undefined>;
}
