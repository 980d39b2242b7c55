import type { ToolContent } from '@ai-sdk/provider-utils';
import {
  artifactName,
  parseArtifactName,
  type ArtifactPlace,
} from '../../../context/results/artifact-name.js';
import { pictureName } from '../../../context/results/plan-spill.js';
import { renderOutput } from '../../../context/results/render-output.js';
import { resultPictures } from '../../../context/results/result-pictures.js';
import { isSavedName } from '../../../context/results/saved-name.js';
import { findArtifact, findArtifactAt, type StoredArtifact } from '../../../store/artifacts/artifacts.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadMessageRange } from '../../../store/conversation/load-window.js';
import { findToolResult } from '../../../store/calls/stored-tool-calls.js';
import { parseMessageName } from './message-name.js';
import { visibleRanges } from './visible-range.js';

const PREFIX = 'artifact:';
const INPUT = 'input';
const TEXT = /^(text\/.*|application\/(.*\+)?(json|xml))$/;
/** Every provider accepts these types. */
const PICTURE = /^image\/(png|jpe?g|gif|webp)$/i;
const MAX_SHOWN_NAME = 200;

export type FoundText = { text: string } | { picture: FoundPicture } | { problem: string };

export type FoundPicture = Pick<StoredArtifact, 'name' | 'mediaType' | 'content'>;

export async function findReadable(
  db: Database,
  execution: ExecutionFacts,
  name: unknown,
): Promise<FoundText> {
  if (typeof name !== 'string' || name.trim() === '')
    return { problem: 'name is missing: it must be the name of an artifact, as a tool result gave it.' };
  const asked = name.trim();
  const plain = toPlainName(asked);
  const text = (await findMessage(db, execution, plain)) ?? (await findResult(db, execution, plain));
  return text ?? { problem: describeMissing(asked) };
}

export async function findNamedArtifact(
  db: Database,
  { id: executionId, conversationId }: ExecutionFacts,
  asked: string,
): Promise<StoredArtifact | undefined> {
  const name = toPlainName(asked);
  if (!parseArtifactName(name) && !isSavedName(name)) return undefined;
  return findArtifact(db, { executionId, conversationId, name });
}

function toPlainName(name: string): string {
  const asked = name.trim();
  return asked.startsWith(PREFIX) ? asked.slice(PREFIX.length) : asked;
}

async function findMessage(
  db: Database,
  execution: ExecutionFacts,
  name: string,
): Promise<FoundText | undefined> {
  const { input } = execution;
  if (name === INPUT && execution.conversationId === null && input !== null) return { text: input };
  const named = parseMessageName(name);
  if (!named) return undefined;
  const { seq, above } = named;
  const place = above === 0 ? { ...execution, threadDepth: 0 } : execution;
  const range = (await visibleRanges(db, place)).find((one) => one.above === above);
  if (!range || seq <= range.after || seq > range.current) return undefined;
  const { conversationId, branch } = range;
  const [message] = await loadMessageRange(db, { conversationId, branch, first: seq, last: seq });
  return message && { text: message.content };
}

async function findResult(
  db: Database,
  execution: ExecutionFacts,
  name: string,
): Promise<FoundText | undefined> {
  const named = await findNamedArtifact(db, execution, name);
  if (named) return decodeArtifact(named);
  const place = parseArtifactName(name);
  if (!place) return undefined;
  const executionId = execution.id;
  const { step, ordinal, part } = place;
  const [result] = (await findToolResult(db, { executionId, step, ordinal })) ?? [];
  if (result?.type !== 'tool-result') return undefined;
  if (part > 0) return findPicture(result, { name, place });
  const extension = name.slice(name.lastIndexOf('.') + 1);
  if (artifactName({ ...place, tool: result.toolName, extension }) !== name) return undefined;
  // The model may have changed the extension, so the artifact is found by its place.
  const stored = await findArtifactAt(db, { executionId, step, ordinal, part });
  return stored ? decodeArtifact(stored) : { text: renderOutput(result.output) };
}

function findPicture(
  { toolName: tool, output }: Extract<ToolContent[number], { type: 'tool-result' }>,
  { name, place }: { name: string; place: ArtifactPlace },
): FoundText | undefined {
  const picture = resultPictures(output).find(({ index }) => index + 1 === place.part);
  if (!picture?.content || pictureName(picture.mediaType, { ...place, tool }) !== name) return undefined;
  return { picture: { name, mediaType: picture.mediaType, content: Buffer.from(picture.content) } };
}

function decodeArtifact({ name, mediaType, content }: StoredArtifact): FoundText {
  if (TEXT.test(mediaType))
    // Each NUL becomes one character, which keeps offsets valid.
    return { text: content.toString('utf8').replaceAll('\u0000', '\uFFFD') };
  if (PICTURE.test(mediaType)) return { picture: { name, mediaType, content } };
  return {
    problem: `artifact:${name} has type ${mediaType} (${content.length} bytes), which cannot be read as text.`,
  };
}

function describeMissing(name: string): string {
  const shown = name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME).toWellFormed()}…` : name;
  return `'${shown}' cannot be read: only artifacts of this conversation can, by the names that tool results gave.`;
}
