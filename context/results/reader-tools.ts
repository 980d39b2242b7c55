export const READER_TOOLS = ['read_artifact', 'read_artifact_lines', 'search_artifact'] as const;
export type ReaderTool = (typeof READER_TOOLS)[number];

export function isReaderTool(name: string): name is ReaderTool {
  return READER_TOOLS.some((reader) => reader === name);
}
