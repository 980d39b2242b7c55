export interface NewToolArtifact {
  /**
   * 1 to 200 letters, digits, `_`, `-` and `.`, for example `report.csv`. Each call of an execution must
   * use other names.
   */
  name: string;
  content: string | Uint8Array;
  /**
   * Default `text/plain` for text, `application/octet-stream` for bytes. A model can read text, JSON and
   * XML.
   */
  mediaType?: string;
}

export interface ToolArtifact {
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** Decodes the content as UTF-8. */
  text(): string;
}

/** Content outside the context, for later calls, later turns and `read_artifact`. */
export interface ToolArtifacts {
  /**
   * Stores content and returns its name. Saving a name again from the same call, or another try of it,
   * replaces the content. Rejects when the name is invalid or used by another call, when the call has
   * ended, and when Postgres rejects the content.
   */
  save(artifact: NewToolArtifact): Promise<{ name: string }>;
  /**
   * Finds the artifact that the model would read by this name, with or without the prefix `artifact:`: the
   * execution's own first, then the conversation's newest.
   */
  read(name: string): Promise<ToolArtifact | undefined>;
}
