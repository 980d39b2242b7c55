export const COMPUTATION_TYPES = ['Query', 'State', 'Action', 'Response'] as const;
export const DATA_TYPES = ['Knowledge', 'Tool', 'Table', 'Column', 'File', 'Script', 'Skill'] as const;

type ComputationType = (typeof COMPUTATION_TYPES)[number];
export type DataType = (typeof DATA_TYPES)[number];
export type NodeType = ComputationType | DataType;

export const NODE_TYPES: readonly NodeType[] = [...COMPUTATION_TYPES, ...DATA_TYPES];

export const NODE_ATTRIBUTES = {
  Query: ['query', 'additionalFiles', 'rawUserQuery'],
  State: [
    'content',
    'reasoning',
    'goal',
    'plan',
    'belief',
    'actionHistory',
    'currentStatus',
    'availableActions',
    'feedback',
    'uncertainty',
    'queueStep',
    'answersQuestion',
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

/** Marks an answer that was not the requested object. */
export const REFUSED = 'refused';
