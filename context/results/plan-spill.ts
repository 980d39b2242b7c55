import type { ToolOutput } from '../message/entries.js';
import { pointAt } from './show-pointer.js';
import { wellFormed } from '../text/well-formed.js';
import { artifactName, type ArtifactPlace } from './artifact-name.js';
import { pointerText } from './pointer.js';
import { resultPictures } from './result-pictures.js';
import { renderOutput } from './render-output.js';

/** Postgres sends bytes as hexadecimal text, which must fit a JavaScript string. */
export const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

export interface PlannedArtifact {
  part: number;
  name: string;
  mediaType: string;
  content: Uint8Array;
  tokens: number;
}

export interface SpillPlan {
  output: ToolOutput;
  artifacts: PlannedArtifact[];
}

export interface PlanSpillInput {
  output: ToolOutput;
  tokens: number;
  limit: number;
  tool: string;
  step: number;
  ordinal: number;
  canStore: boolean;
  canRead: boolean;
  countText: (text: string) => number;
  countPicture?: (base64: string) => number;
}

export function planSpill(input: PlanSpillInput): SpillPlan | null {
  const { output, tokens, limit, canStore, canRead, countText } = input;
  if (tokens <= limit) return null;
  const isError = output.type === 'error-text' || output.type === 'error-json';
  const text = renderOutput(output);
  const planned = canStore ? planArtifacts(input, text) : [];
  const bytes = planned.reduce((sum, { content }) => sum + content.length, 0);
  const artifacts = bytes > MAX_ARTIFACT_BYTES ? [] : planned;
  const name = artifacts.find(({ part }) => part === 0)?.name;
  const pointer = pointerText({
    name,
    pictures: artifacts.filter(({ part }) => part > 0).map((picture) => picture.name),
    tokens,
    limit,
    text: wellFormed(text),
    access: artifacts.length === 0 ? 'lost' : canRead ? 'readable' : 'stored',
    isError,
    countText,
  });
  return { output: pointAt(output, { pointer, keepsPictures: false }), artifacts };
}

function planArtifacts(input: PlanSpillInput, text: string): PlannedArtifact[] {
  const { output, tool, step, ordinal, countText } = input;
  const isData = output.type === 'json' || output.type === 'error-json';
  const artifacts: PlannedArtifact[] = [];
  if (text !== '')
    artifacts.push({
      part: 0,
      name: artifactName({ tool, step, ordinal, part: 0, extension: isData ? 'json' : 'txt' }),
      mediaType: isData ? 'application/json' : 'text/plain; charset=utf-8',
      content: Buffer.from(text, 'utf8'),
      tokens: output.type === 'content' ? countText(text) : input.tokens,
    });
  return [...artifacts, ...planPictures(input)];
}

export function planPictures(
  input: Pick<PlanSpillInput, 'output' | 'tool' | 'step' | 'ordinal' | 'countPicture'>,
): PlannedArtifact[] {
  const { output, tool, step, ordinal, countPicture = () => 0 } = input;
  return resultPictures(output).flatMap(({ index, mediaType, base64, content }) => {
    if (!content) return [];
    const part = index + 1;
    return {
      part,
      name: pictureName(mediaType, { tool, step, ordinal, part }),
      mediaType: wellFormed(mediaType).slice(0, 100).toWellFormed(),
      content,
      tokens: countPicture(base64),
    };
  });
}

export function pictureName(mediaType: string, place: ArtifactPlace & { tool: string }): string {
  return artifactName({ ...place, extension: toExtension(mediaType) });
}

const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico' };

function toExtension(mediaType: string): string {
  const [type = '', subtype = ''] = (mediaType.split(';')[0] ?? '').trim().toLowerCase().split('/');
  if (type !== 'image' && subtype !== 'pdf') return 'bin';
  return EXTENSIONS[subtype] ?? subtype;
}
