export interface NewToolArtifact {
  /** 1 to 200 letters, digits, `_`, `-` and `.`. The name is unique per call in an execution. */
  name: string;
  content: string | Uint8Array;
  /** Default: `text/plain` for text, `application/octet-stream` for bytes. A model can read text, JSON and XML. */
  mediaType?: string;
}

export interface ToolArtifact {
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** Decodes the content as UTF-8. */
  text(): string;
}

/** Content that later calls, later turns and `read_artifact` can read. */
export interface ToolArtifacts {
  /**
   * Stores the content under the name. If the same call used the name before, the content is replaced. Rejects if the
   * name is invalid or another call's, if the call has ended, or if Postgres rejects the content.
   */
  save(artifact: NewToolArtifact): Promise<{ name: string }>;
  /**
   * Finds an artifact of the execution, or else the newest of the conversation. The prefix `artifact:` is optional.
   */
  read(name: string): Promise<ToolArtifact | undefined>;
}
