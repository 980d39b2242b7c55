import { generateText } from 'ai';
import pg from 'pg';
import { aiSdkTools, provider, SYSTEM } from './tools.mjs';

let pool;

function query(text, values) {
  pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL });
  return pool.query(text, values);
}

export const createTable = () =>
  query(`create table if not exists app_turn (
    chat text, id text, messages jsonb, run text, at timestamptz default now(), primary key (chat, id))`);

export const storeTurn = ({ chat, id, messages }) =>
  query(
    `insert into app_turn (chat, id, messages) values ($1, $2, $3)
      on conflict (chat, id) do update set messages = excluded.messages`,
    [chat, id, JSON.stringify(messages)],
  );

export async function callModel({ modelUrl, chat, id, messages }) {
  const { rows } = await query(
    'select messages from app_turn where chat = $1 and id <> $2 and messages is not null order by at',
    [chat, id],
  );
  const result = await generateText({
    model: provider(modelUrl)('scripted'),
    instructions: SYSTEM,
    messages: [...rows.flatMap((row) => row.messages), ...messages],
    tools: aiSdkTools(),
    maxRetries: 0,
  });
  const calls = result.toolCalls.map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, input }));
  return { text: result.text, messages: result.response.messages, calls };
}

export function toolMessage({ toolCallId, toolName }, value) {
  const output = { type: 'text', value };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
}

export async function findRun({ chat, id }) {
  const { rows } = await query('select run from app_turn where chat = $1 and id = $2', [chat, id]);
  return rows[0]?.run ?? null;
}

export const storeRun = ({ chat, id, run }) =>
  query(
    'insert into app_turn (chat, id, run) values ($1, $2, $3) on conflict (chat, id) do update set run = $3',
    [chat, id, run],
  );
