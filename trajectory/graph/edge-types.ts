/** Edges from a question or a conclusion to the Action that follows from it. */
const TRIGGER_EDGES = ['triggers'] as const;
/** Edges from the agent's work to its results, and to the things it found, used or made. */
const OUTPUT_EDGES = [
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
/** The edge from the ends of a round to the question of the next one; never stored. */
export const CONTINUATION_EDGE = 'continues_to';

export const EDGE_TYPES = [...TRIGGER_EDGES, ...OUTPUT_EDGES, CONTINUATION_EDGE] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];
