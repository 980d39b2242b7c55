const TRIGGER_EDGES = ['triggers'] as const;
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
/** Leads from a round to the next question. It is never stored. */
export const CONTINUATION_EDGE = 'continues_to';

export const EDGE_TYPES = [...TRIGGER_EDGES, ...OUTPUT_EDGES, CONTINUATION_EDGE] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];
