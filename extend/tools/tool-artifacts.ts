export interface NewToolArtifact {
  /** 1 to 200 letters, digits, `_`, `-` and `.`. Unique per call in an execution. */
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

/** Content for later calls, turns and `read_artifact`. */
export interface ToolArtifacts {
  /**
   * Saving a name again from the same call replaces the content. Rejects for an invalid name, another call's name,
   * after the call's end, or when Postgres rejects the content.
   */
  save(artifact: NewToolArtifact): Promise<{ name: string }>;
  /** Finds the execution's own first, then the conversation's newest, with or without `artifact:`. */
  read(name: string): Promise<ToolArtifact | undefined>;
}
