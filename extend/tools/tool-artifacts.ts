export interface NewToolArtifact {
  /** 1 to 200 letters, digits, `_`, `-` and `.`, unique per call in an execution. */
  name: string;
  content: string | Uint8Array;
  /**
   * Default: `text/plain` for text, `application/octet-stream` for bytes. A model can read text, JSON and
   * XML.
   */
  mediaType?: string;
}

export interface ToolArtifact {
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** As UTF-8. */
  text(): string;
}

/** Later calls, later turns and `read_artifact` can read these. */
export interface ToolArtifacts {
  /**
   * Replaces the same call's content of this name. Rejects if the name is invalid or another call's, if the
   * call has ended, or if Postgres rejects the content.
   */
  save(artifact: NewToolArtifact): Promise<{ name: string }>;
  /** The execution's, else the conversation's newest. The prefix `artifact:` is optional. */
  read(name: string): Promise<ToolArtifact | undefined>;
}
