/** What each client is checked for. */
export const ASPECTS = [
  'text',
  'stream',
  'memory',
  'tools',
  'approval',
  'structured',
  'image',
  'stop',
  'resume',
  '401',
  '404',
  '409',
  '413',
  '429',
  'model down',
] as const;

export type Aspect = (typeof ASPECTS)[number];

/** The outcome of a check: the client did it, cannot for a reason, or failed. */
export type Outcome = { ok: true } | { cannot: string } | { failed: string };

/** What a client's program prints. */
export interface ClientReport {
  version: string;
  results: Partial<Record<Aspect, Outcome>>;
}

/** A client, the program that uses it, and the environment that the program runs in. */
export interface Client {
  name: string;
  runs: 'Python' | 'instructor' | 'Node';
  program: string;
  /** It asks for responses, which are stored: its `stop` leaves an answer that goes on. */
  isStored?: true;
}

const python = (name: string, program: string): Client => ({ name, runs: 'Python', program });
const node = (name: string, program: string): Client => ({ name, runs: 'Node', program });

export const CLIENTS: readonly Client[] = [
  python('openai (Python)', 'openai_client.py'),
  { ...python('openai-agents (Python)', 'openai_agents.py'), isStored: true },
  python('pydantic-ai', 'pydantic_ai_client.py'),
  python('langchain-openai, LangGraph', 'langgraph_client.py'),
  python('litellm', 'litellm_client.py'),
  { name: 'instructor', runs: 'instructor', program: 'instructor_client.py' },
  python('llm', 'llm_client.py'),
  node('openai (Node)', 'openai-client.mjs'),
  { ...node('@openai/agents', 'openai-agents.mjs'), isStored: true },
  { ...node('ai 6, @ai-sdk/openai', 'ai-6-openai.mjs'), isStored: true },
  node('ai 6, openai-compatible', 'ai-6-compatible.mjs'),
  { ...node('ai 7, @ai-sdk/openai', 'ai-7-openai.mjs'), isStored: true },
  node('ai 7, openai-compatible', 'ai-7-compatible.mjs'),
  node('MCP Inspector', 'mcp-inspector.mjs'),
];
