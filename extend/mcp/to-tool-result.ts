import { z } from 'zod';
import type { NewToolArtifact } from '../tools/tool-artifacts.js';
import type { ToolContentPart } from '../tools/tool-content.js';
import { MCP_LIMITS } from './mcp-limits.js';

const RESOURCE = z.looseObject({
  uri: z.string(),
  mimeType: z.string().optional().catch(undefined),
  text: z.string().optional(),
  blob: z.string().optional(),
});
const PART = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('resource'), resource: RESOURCE }),
  z.looseObject({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string().optional().catch(undefined),
    mimeType: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
  }),
]);
type Part = z.infer<typeof PART>;
const RESULT = z.looseObject({
  content: z.array(z.unknown()).optional(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
});
const IMAGE = /^image\/[\w.+-]{1,100}$/i;

export type McpOutcome = { kind: 'output'; output: unknown } | { kind: 'error'; text: string };

export interface KeepFiles {
  /** A prefix of artifact names, unique per call. */
  keepAs: string;
  save: (artifact: NewToolArtifact) => Promise<unknown>;
}

/** Stores audio and files as artifacts. */
export async function toToolResult(result: unknown, { keepAs, save }: KeepFiles): Promise<McpOutcome> {
  const read = RESULT.safeParse(result).data;
  if (!read) return { kind: 'error', text: 'its result does not follow the protocol' };
  const { content = [], structuredContent, isError } = read;
  if (content.length === 0 && structuredContent !== undefined && isError !== true)
    return { kind: 'output', output: structuredContent };
  const parts: ToolContentPart[] = [];
  for (const [index, part] of content.slice(0, MCP_LIMITS.parts).entries())
    parts.push(await toPart(part, { index, keepAs, save }));
  const left = content.length - parts.length;
  if (left > 0) parts.push({ type: 'text', text: `[${left} more parts of the result are omitted]` });
  const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  if (isError === true) return { kind: 'error', text: text || 'it returned no reason' };
  const isText = parts.every(({ type }) => type === 'text');
  return { kind: 'output', output: isText ? text : { type: 'content', value: parts } };
}

interface PartPlace extends KeepFiles {
  index: number;
}

async function toPart(given: unknown, place: PartPlace): Promise<ToolContentPart> {
  const part: Part | undefined = PART.safeParse(given).data;
  if (!part) return { type: 'text', text: `[Part ${place.index + 1} of the result cannot be read]` };
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return toPicture(part) ?? keep(part, { ...place, what: 'A picture' });
    case 'audio':
      return keep(part, { ...place, what: 'A sound' });
    case 'resource_link': {
      const kind = part.mimeType === undefined ? '' : ` (${part.mimeType})`;
      const about = part.description === undefined ? '' : `: ${part.description}`;
      return { type: 'text', text: `[Resource ${part.name ?? ''} <${part.uri}>${kind}${about}]` };
    }
    case 'resource':
      return toResource(part.resource, place);
  }
}

async function toResource(
  { uri, mimeType = 'application/octet-stream', text, blob }: z.infer<typeof RESOURCE>,
  place: PartPlace,
): Promise<ToolContentPart> {
  if (text !== undefined) return { type: 'text', text: `[Resource <${uri}>]\n${text}` };
  if (blob === undefined) return { type: 'text', text: `[Resource <${uri}> is empty]` };
  const file = { data: blob, mimeType };
  return toPicture(file) ?? keep(file, { ...place, what: `Resource <${uri}>` });
}

function toPicture({ data, mimeType }: { data: string; mimeType: string }): ToolContentPart | undefined {
  return IMAGE.test(mimeType) ? { type: 'image-data', data, mediaType: mimeType } : undefined;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/json': 'json',
  'text/plain': 'txt',
  'text/csv': 'csv',
};

async function keep(
  { data, mimeType }: { data: string; mimeType: string },
  { index, keepAs, save, what }: PartPlace & { what: string },
): Promise<ToolContentPart> {
  const content = Buffer.from(data, 'base64');
  const [type = ''] = mimeType.toLowerCase().split(';', 1);
  const name = `${keepAs}-${index + 1}.${ENDINGS[type.trim()] ?? 'bin'}`;
  const size = `${type.slice(0, 100)}, ${content.byteLength} bytes`;
  try {
    await save({ name, content, mediaType: mimeType });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { type: 'text', text: `[${what} (${size}) could not be stored: ${reason}]` };
  }
  return { type: 'text', text: `[${what} (${size}) is stored as artifact:${name}]` };
}
