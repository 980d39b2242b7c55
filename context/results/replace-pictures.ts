import type { ToolOutput } from '../message/entries.js';
import { MAX_ARTIFACT_BYTES, planPictures, type PlannedArtifact, type PlanSpillInput } from './plan-spill.js';

export interface ReplacedPictures {
  output: ToolOutput;
  artifacts: PlannedArtifact[];
}

type ReplaceInput = Pick<
  PlanSpillInput,
  'output' | 'tool' | 'step' | 'ordinal' | 'canStore' | 'countText' | 'countPicture'
>;

export function replacePictures(input: ReplaceInput): ReplacedPictures {
  const { output, canStore } = input;
  if (output.type !== 'content') return { output, artifacts: [] };
  const planned = canStore ? planPictures(input) : [];
  const bytes = planned.reduce((sum, { content }) => sum + content.length, 0);
  const artifacts = bytes > MAX_ARTIFACT_BYTES ? [] : planned;
  let index = 0;
  const texts = output.value.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'image-url') return `[A picture at ${part.url}: ${REASON}]`;
    if (part.type !== 'image-data' && part.type !== 'file-data' && part.type !== 'media')
      return `[A file: ${REASON}]`;
    index += 1;
    const kept = artifacts.find((artifact) => artifact.part === index);
    return `[A picture, ${part.mediaType}, ${kept ? `stored as artifact:${kept.name}` : 'which was not kept'}: ${REASON}]`;
  });
  const hasPictures = output.value.some((part) => part.type !== 'text');
  return hasPictures
    ? { output: { type: 'text', value: texts.join('\n') }, artifacts }
    : { output, artifacts };
}

const REASON = 'this model does not accept images';
