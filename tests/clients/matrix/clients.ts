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

export type Outcome = { ok: true } | { cannot: string } | { failed: string };

export interface ClientReport {
  version: string;
  results: Partial<Record<Aspect, Outcome>>;
}

interface ProcessClient {
  name: string;
  runs: 'Python' | 'instructor' | 'Node';
  program: string;
  isStored?: true;
}

export interface BrowserClient {
  name: string;
  runs: 'Chromium';
  program: string;
  sdk: 6 | 7;
  packageName: string;
}

export type Client = ProcessClient | BrowserClient;

const python = (name: string, program: string): ProcessClient => ({ name, runs: 'Python', program });
const node = (name: string, program: string): ProcessClient => ({ name, runs: 'Node', program });
const browser = (name: string, client: Pick<BrowserClient, 'program' | 'sdk' | 'packageName'>): Client => ({
  name,
  runs: 'Chromium',
  ...client,
});

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
  browser('useChat (ai 6), @ai-sdk/react', { program: 'use-chat.js', sdk: 6, packageName: 'ai-react-3' }),
  browser('useChat (ai 7), @ai-sdk/react', { program: 'use-chat.js', sdk: 7, packageName: 'ai-react-4' }),
  browser('@assistant-ui/react', { program: 'assistant-ui.js', sdk: 7, packageName: '@assistant-ui/react' }),
  node('MCP Inspector', 'mcp-inspector.mjs'),
];
