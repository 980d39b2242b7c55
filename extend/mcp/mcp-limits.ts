/** Limits against hostile or broken servers. */
export const MCP_LIMITS = {
  messageBytes: 16 * 1024 * 1024,
  messagesPerSecond: 1_000,
  /** `npx` may first download the server. */
  startMs: 60_000,
  /** Without an answer or progress. */
  callMs: 60_000,
  /** A call with progress ends before the Activity times out. */
  wholeCallMs: 9 * 60_000,
  tools: 1_000,
  pages: 100,
  /** Providers reject requests with more tools. */
  patternTools: 100,
  patternCharacters: 200_000,
  /** Providers reject longer descriptions. */
  descriptionCharacters: 1_024,
  schemaCharacters: 16_000,
  parts: 100,
} as const;
