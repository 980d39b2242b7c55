export interface NewToolArtifact {
  /** 1 to 200 letters, digits, `_`, `-` and `.`, such as `report.csv`. Unique per call in an execution. */
  name: string;
  content: string | Uint8Array;
  /** Default `text/plain` for text, `application/octet-stream` for bytes. A model can read text, JSON and XML. */
  mediaType?: string;
}

export interface ToolArtifact {
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** Decodes UTF-8. */
  text(): string;
}

/** Content outside the context, for later calls, turns and `read_artifact`. */
export interface ToolArtifacts {
  /**
   * Stores content. Saving a name again from the same call replaces the content. Rejects when the name is invalid or
   * used by another call, the call has ended, or Postgres rejects the content.
   */
  save(artifact: NewToolArtifact): Promise<{ name: string }>;
  /**
   * Finds an artifact as the model would, with or without `artifact:`: the execution's own first, then the
   * conversation's newest.
   */
  read(name: string): Promise<ToolArtifact | undefined>;
}
