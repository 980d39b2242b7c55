import type { KillOutcome } from './kills.js';
import type { StoredBytes } from './stored-bytes.js';

export const PEERS_HOME = new URL('../../peers/', import.meta.url);
export const BASELINE = 'AI SDK in memory';

export interface Peer {
  name: string;
  module: URL;
  packages: readonly string[];
}

export const PEERS: readonly Peer[] = [
  { name: BASELINE, module: new URL('in-memory.mjs', PEERS_HOME), packages: ['ai'] },
  { name: 'Threadline', module: new URL('threadline-peer.ts', import.meta.url), packages: [] },
  {
    name: 'LangGraph',
    module: new URL('langgraph.mjs', PEERS_HOME),
    packages: ['@langchain/langgraph', '@langchain/langgraph-checkpoint-postgres'],
  },
  {
    name: 'AI SDK on Temporal',
    module: new URL('temporal-ai-sdk.mjs', PEERS_HOME),
    packages: ['@temporalio/ai-sdk', 'ai'],
  },
  { name: 'DBOS', module: new URL('dbos.mjs', PEERS_HOME), packages: ['@dbos-inc/dbos-sdk'] },
  {
    name: 'Vercel Workflow',
    module: new URL('vercel-workflow.mjs', PEERS_HOME),
    packages: ['workflow', '@workflow/world-postgres'],
  },
];

export interface PeerResult {
  peer: Peer;
  chats: number[][];
  bytes: StoredBytes[];
  resumes?: boolean;
  kills: KillOutcome[];
  problem?: string;
}
