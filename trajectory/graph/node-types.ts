/** What the agent worked out: the branch that it is on runs through these. */
export const COMPUTATION_TYPES = ['Query', 'State', 'Action', 'Response'] as const;
/** What it found, used or made. They end branches and never lead one. */
export const DATA_TYPES = ['Knowledge', 'Tool', 'Table', 'Column', 'File', 'Script', 'Skill'] as const;

/** Data that a model describes: what a tool is, its own schema says. */
export const DESCRIBED_TYPES: readonly NodeType[] = DATA_TYPES.filter((type) => type !== 'Tool');

export type ComputationType = (typeof COMPUTATION_TYPES)[number];
export type DataType = (typeof DATA_TYPES)[number];
export type NodeType = ComputationType | DataType;

export const NODE_TYPES: readonly NodeType[] = [...COMPUTATION_TYPES, ...DATA_TYPES];

/** What each type of node says besides what all have; any JSON value. */
export const NODE_ATTRIBUTES = {
  Query: ['query', 'additionalFiles', 'rawUserQuery'],
  State: [
    'content',
    'reasoning',
    'goal',
    'belief',
    'actionHistory',
    'currentStatus',
    'availableActions',
    'feedback',
    'uncertainty',
  ],
  Action: ['action', 'params', 'output', 'success', 'executions'],
  Response: ['content'],
  Knowledge: ['name', 'knowledgeType', 'content'],
  Tool: ['name', 'params', 'returns'],
  Table: ['path'],
  Column: ['name', 'fromTable', 'values', 'supplementarySchemas'],
  File: ['path', 'source'],
  Script: ['content', 'scriptType', 'relatedData', 'path'],
  Skill: ['path'],
} as const satisfies Record<NodeType, readonly string[]>;

export function isDataType(type: NodeType): type is DataType {
  return (DATA_TYPES as readonly string[]).includes(type);
}
