import { readNumber } from '../../../context/results/read-number.js';
import { readError, type ReadResult } from '../../../context/results/read-result.js';
import type { Database } from '../../../store/database.js';
import type { ToolSchema } from '../../../extend/tools/tool-registry.js';
import { describeFound } from '../../../trajectory/recorded/sent-things.js';
import { builtInSchema, toRecord, type BuiltInTools } from './built-in-tools.js';
import { describeNotJson, errorOutput } from '../tool-errors.js';
import { readHistoryPage } from './read-history-page.js';
import { searchHistoryPage, type SearchResult } from './search-history-page.js';
import { visibleRanges, type ExecutionPlace, type VisibleRange } from './visible-range.js';

const HISTORY_TOOLS = ['search_history', 'read_history'] as const;
type HistoryTool = (typeof HISTORY_TOOLS)[number];

const WHOLE = { type: 'integer' };
const DATE = { type: 'string', description: 'YYYY-MM-DD' };

function makeSchemas(threadDepth: number): ToolSchema[] {
  const hasAbove = threadDepth > 0;
  const conversation = hasAbove ? 'this thread and the conversation above it' : 'this conversation';
  const description = `threads up from this one, 1 to ${threadDepth}`;
  const above = hasAbove ? { above: { ...WHOLE, description } } : undefined;
  return [
    builtInSchema('search_history', `Finds earlier messages of ${conversation} by words; best first.`, {
      required: { query: { type: 'string' } },
      optional: { limit: WHOLE, offset: WHOLE, from_date: DATE, to_date: DATE },
    }),
    builtInSchema('read_history', `Reads messages of ${conversation} by their numbers, both included.`, {
      required: { from: WHOLE },
      optional: { to: WHOLE, ...above },
    }),
  ];
}

export function createHistoryTools(db: Database): BuiltInTools<ExecutionPlace> {
  return {
    schemas: (threadDepth = 0) => makeSchemas(threadDepth),
    has: isHistoryTool,
    async run(name, input, { execution, maxTokens }) {
      if (!isHistoryTool(name)) throw new Error(`There is no history tool '${name}'`);
      if (typeof input === 'string') return { output: errorOutput(describeNotJson(name, input)) };
      const ranges = await visibleRanges(db, execution);
      if (ranges.length === 0)
        return { output: errorOutput('This execution has no conversation, so it has no earlier messages.') };
      const page = await readWith(name, { db, asked: toRecord(input), ranges, maxTokens });
      const { text, isError, found = [] } = page;
      return {
        output: isError ? errorOutput(text) : { type: 'text', value: text },
        touched: found.map((passage) => describeFound(passage, execution)),
      };
    },
  };
}

interface ReadInput {
  db: Database;
  asked: Record<string, unknown>;
  ranges: readonly VisibleRange[];
  maxTokens: number;
}

function readWith(tool: HistoryTool, { db, asked, ranges, maxTokens }: ReadInput): Promise<SearchResult> {
  switch (tool) {
    case 'search_history': {
      const { query, limit, offset, from_date: fromDate, to_date: toDate } = asked;
      return searchHistoryPage(db, { query, limit, offset, fromDate, toDate, ranges, maxTokens });
    }
    case 'read_history':
      return readLevel(db, { asked, ranges, maxTokens });
    default:
      throw new Error(`There is no history tool '${String(tool satisfies never)}'`);
  }
}

async function readLevel(
  db: Database,
  { asked, ranges, maxTokens }: Omit<ReadInput, 'db'>,
): Promise<ReadResult> {
  const above = readNumber('above', asked['above'], { least: 0, fallback: 0 });
  if ('problem' in above) return readError(above.problem);
  const range = ranges.find((one) => one.above === above.value);
  if (!range) return readError(`No thread exists ${above.value} levels up.`);
  return readHistoryPage(db, { from: asked['from'], to: asked['to'], range, maxTokens });
}

function isHistoryTool(name: string): name is HistoryTool {
  return HISTORY_TOOLS.some((tool) => tool === name);
}
