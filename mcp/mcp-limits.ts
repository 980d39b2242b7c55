/** The bounds on the data that a server sends and takes, whatever it means by it. */
export const MCP_LIMITS = {
  /** Bytes of one message; a longer one is not read. */
  messageBytes: 16 * 1024 * 1024,
  /** Messages in a second; the rest is read in the next one, so a server that floods waits. */
  messagesPerSecond: 1_000,
  /** Time until a server has answered its first questions. A process may be fetched by `npx` first. */
  startMs: 60_000,
  /** Silence of a call, where its server's configuration says nothing. */
  callMs: 60_000,
  /** A call ends after this long, however much progress it tells: before its Activity would. */
  wholeCallMs: 9 * 60_000,
  /** Tools of one server that are taken in. */
  tools: 1_000,
  /** Pages of a list that are read. */
  pages: 100,
  /** Tools that the patterns of one agent bring in, and the characters of their JSON: providers refuse more. */
  patternTools: 100,
  patternCharacters: 200_000,
  /** Characters of a tool's description: providers refuse longer ones. */
  descriptionCharacters: 1_024,
  /** Characters of a tool's schema as JSON. */
  schemaCharacters: 16_000,
  /** Parts of one result that are read. */
  parts: 100,
} as const;
