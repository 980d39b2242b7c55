import type { ReadResult } from '../../../context/spill/read-result.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';
import { builtInSchema, toRecord, type BuiltInTools } from './built-in-tools.js';
import { describeNotJson } from '../tools/parse-tool-input.js';
import { readHistoryPage } from './read-history-page.js';
import { searchHistoryPage } from './search-history-page.js';
import { errorOutput } from '../tools/to-tool-output.js';
import type { VisibleRange } from './visible-range.js';

/** The tools that find and read what was said earlier in the conversation. */
const HISTORY_TOOLS = ['search_history', 'read_history'] as const;
type HistoryTool = (typeof HISTORY_TOOLS)[number];

const WHOLE = { type: 'integer' };
const DATE = { type: 'string', description: 'YYYY-MM-DD' };

/** The schemas that a model is offered; every word of them is paid for in every call. */
const SCHEMAS: readonly ToolSchema[] = [
  builtInSchema('search_history', 'Finds earlier messages of this conversation by words; best first.', {
    required: { query: { type: 'string' } },
    optional: { limit: WHOLE, offset: WHOLE, from_date: DATE, to_date: DATE },
  }),
  builtInSchema('read_history', 'Reads messages of this conversation by their numbers, both included.', {
    required: { from: WHOLE },
    optional: { to: WHOLE },
  }),
];

/** An execution's thread, and its place in it. */
export type ExecutionPlace = Pick<ExecutionFacts, 'conversationId' | 'clearedThrough' | 'currentSeq'>;

/** Makes the tools that look up earlier messages. They only read, so they may run again at any time. */
export function createHistoryTools(db: Database): BuiltInTools<ExecutionPlace> {
  return {
    schemas: () => [...SCHEMAS],
    has: isHistoryTool,
    async run(name, input, { execution, maxTokens }) {
      if (!isHistoryTool(name)) throw new Error(`There is no history tool '${name}'`);
      if (typeof input === 'string') return errorOutput(describeNotJson(name, input));
      const { conversationId, clearedThrough, currentSeq } = execution;
      if (conversationId === null || currentSeq === null)
        return errorOutput('There is no conversation, so nothing was said earlier.');
      const asked = toRecord(input);
      const range = { conversationId, after: clearedThrough ?? 0, current: currentSeq };
      const { text, isError } = await readWith(name, { db, asked, range, maxTokens });
      return isError ? errorOutput(text) : { type: 'text', value: text };
    },
  };
}

interface ReadInput {
  db: Database;
  asked: Record<string, unknown>;
  range: VisibleRange;
  maxTokens: number;
}

function readWith(tool: HistoryTool, { db, asked, ...how }: ReadInput): Promise<ReadResult> {
  switch (tool) {
    case 'search_history': {
      const { query, limit, offset, from_date: fromDate, to_date: toDate } = asked;
      return searchHistoryPage(db, { query, limit, offset, fromDate, toDate, ...how });
    }
    case 'read_history':
      return readHistoryPage(db, { from: asked['from'], to: asked['to'], ...how });
    default:
      throw new Error(`There is no history tool '${String(tool satisfies never)}'`);
  }
}

function isHistoryTool(name: string): name is HistoryTool {
  return HISTORY_TOOLS.some((tool) => tool === name);
}
