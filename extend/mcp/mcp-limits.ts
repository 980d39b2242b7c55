/** Bounds on hostile or broken servers. */
export const MCP_LIMITS = {
  /** Longer messages are dropped. */
  messageBytes: 16 * 1024 * 1024,
  /** The rest is read in the next second, so a flooding server waits. */
  messagesPerSecond: 1_000,
  /** For the handshake. `npx` may have to download the server first. */
  startMs: 60_000,
  /** Default time without an answer or progress. */
  callMs: 60_000,
  /** Ends a call regardless of progress, before its Activity times out. */
  wholeCallMs: 9 * 60_000,
  tools: 1_000,
  pages: 100,
  /** Providers reject more matches of one agent's patterns, and more characters of their JSON. */
  patternTools: 100,
  patternCharacters: 200_000,
  /** Providers reject longer descriptions. */
  descriptionCharacters: 1_024,
  schemaCharacters: 16_000,
  parts: 100,
} as const;
