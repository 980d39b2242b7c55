/** The types of an agent's own work; its active branches run through these nodes. */
export const COMPUTATION_TYPES = ['Query', 'State', 'Action', 'Response'] as const;
/** The types of things that an agent found, used or made; no branch goes on from these nodes. */
export const DATA_TYPES = ['Knowledge', 'Tool', 'Table', 'Column', 'File', 'Script', 'Skill'] as const;

/** The data types that a model describes; a tool is described by its own schema. */
export const DESCRIBED_TYPES: readonly NodeType[] = DATA_TYPES.filter((type) => type !== 'Tool');

type ComputationType = (typeof COMPUTATION_TYPES)[number];
export type DataType = (typeof DATA_TYPES)[number];
export type NodeType = ComputationType | DataType;

export const NODE_TYPES: readonly NodeType[] = [...COMPUTATION_TYPES, ...DATA_TYPES];

/** The attributes of each type, besides those that all nodes have; any JSON value. */
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

/** The status of a State whose answer was not the object that was asked for. */
export const REFUSED = 'refused';
