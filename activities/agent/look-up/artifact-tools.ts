import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { isReaderTool, type ReaderTool } from '../../../context/results/reader-tools.js';
import { readLines } from '../../../context/results/read-lines.js';
import { readPage } from '../../../context/results/read-page.js';
import type { ReadResult } from '../../../context/results/read-result.js';
import { searchLines } from '../../../context/results/search-lines.js';
import type { Database } from '../../../store/database.js';
import type { ToolSchema } from '../../../extend/tools/tool-registry.js';
import { builtInSchema, toRecord, type BuiltInTools } from './built-in-tools.js';
import { describeNotJson, errorOutput } from '../tool-errors.js';
import { findReadable, type FoundPicture } from './read-artifact.js';
import type { ToolOutput } from '../../../context/message/entries.js';
import { countImageTokens } from '../../../models/counting/count-image-tokens.js';

const MAX_SEARCH_MS = 1_000;
const NAME = { type: 'string' };
const WHOLE = { type: 'integer' };

/** The descriptions are short, because every model call pays for them. */
const SCHEMAS: readonly ToolSchema[] = [
  builtInSchema('read_artifact', 'Reads stored text from a character offset, or shows a stored image.', {
    required: { name: NAME },
    optional: { offset: WHOLE, limit: WHOLE },
  }),
  builtInSchema('read_artifact_lines', 'Reads lines of a stored text, counted from 1.', {
    required: { name: NAME, from: WHOLE },
    optional: { to: WHOLE },
  }),
  builtInSchema(
    'search_artifact',
    'Finds the lines of a stored text that match a regular expression (RE2).',
    {
      required: { name: NAME, pattern: { type: 'string' } },
      optional: { offset: WHOLE },
    },
  ),
];

export function createArtifactTools(db: Database): BuiltInTools {
  return {
    schemas: () => [...SCHEMAS],
    has: isReaderTool,
    async run(name, input, { execution, maxTokens, countText = countTextTokens, takesPictures }) {
      if (!isReaderTool(name)) throw new Error(`There is no artifact tool '${name}'`);
      if (typeof input === 'string') return { output: errorOutput(describeNotJson(name, input)) };
      const asked = toRecord(input);
      const found = await findReadable(db, execution, asked['name']);
      if ('problem' in found) return { output: errorOutput(found.problem) };
      if ('picture' in found)
        return {
          output:
            name === 'read_artifact'
              ? showPicture(found.picture, { maxTokens, takesPictures })
              : errorOutput(`artifact:${found.picture.name} is a picture: read_artifact shows it.`),
        };
      const { text, isError } = readWith(name, asked, { text: found.text, maxTokens, countText });
      return { output: isError ? errorOutput(text) : { type: 'text', value: text } };
    },
  };
}

function readWith(
  tool: ReaderTool,
  asked: Record<string, unknown>,
  { text, ...how }: { text: string; maxTokens: number; countText: (text: string) => number },
): ReadResult {
  const { offset, limit, from, to, pattern } = asked;
  switch (tool) {
    case 'read_artifact':
      return readPage(text, { offset, limit, ...how });
    case 'read_artifact_lines':
      return readLines(text, { from, to, ...how });
    case 'search_artifact':
      return searchLines(text, { pattern, offset, shouldStop: startDeadline(MAX_SEARCH_MS), ...how });
    default:
      throw new Error(`There is no artifact tool '${String(tool satisfies never)}'`);
  }
}

/** Stops an expensive pattern, which would block the worker. */
function startDeadline(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

function showPicture(
  { name, mediaType, content }: FoundPicture,
  { maxTokens, takesPictures }: { maxTokens: number; takesPictures: boolean },
): ToolOutput {
  const facts = `artifact:${name}, ${mediaType}, ${content.length} bytes`;
  if (!takesPictures)
    return errorOutput(`${facts}: the image cannot be shown, because this model does not accept images.`);
  const tokens = countImageTokens(content) + countTextTokens(facts);
  if (tokens > maxTokens)
    return errorOutput(
      `${facts}: the image has ${tokens} tokens; a tool result can have at most ${maxTokens}.`,
    );
  return {
    type: 'content',
    value: [
      { type: 'text', text: facts },
      { type: 'image-data', data: content.toString('base64'), mediaType },
    ],
  };
}
