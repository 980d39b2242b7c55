/** From a question or a conclusion to what it made the agent do. */
export const TRIGGER_EDGES = ['triggers'] as const;
/** From what the agent did to what came of it. */
export const OUTPUT_EDGES = [
  'has_conclusion',
  'has_response',
  'find_relevant_knowledge',
  'find_relevant_data',
  'find_relevant_tool',
  'has_script',
  'generates',
  'has_additional_file',
  'has_additional_table',
] as const;
/** From the ends of a round to the question of the next one; never stored. */
export const CONTINUATION_EDGE = 'continues_to';

export const EDGE_TYPES = [...TRIGGER_EDGES, ...OUTPUT_EDGES, CONTINUATION_EDGE] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];
