import { Context } from '@temporalio/activity';
import { savedNameProblem } from '../../../context/results/saved-name.js';
import { countImageTokens } from '../../../models/counting/count-image-tokens.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { saveArtifact } from '../../../store/artifacts/saved-artifacts.js';
import type { NewToolArtifact, ToolArtifact, ToolArtifacts } from '../../../extend/tools/tool-artifacts.js';
import { reachStore } from '../../reach-store.js';
import type { Standing } from '../../run-project-code.js';
import { findNamedArtifact, findReadable } from '../look-up/read-artifact.js';

const MEDIA_TYPE = /^[a-z0-9][a-z0-9.+-]{0,99}\/[a-z0-9][a-z0-9.+-]{0,99}$/;
/** An estimate, because counting a large file would delay Heartbeats. */
const BYTES_PER_TOKEN = 4;

export interface SavingCall {
  execution: ExecutionFacts;
  step: number;
  ordinal: number;
  tries: number;
  standing: Standing;
}

export function createToolArtifacts(db: Database, call: SavingCall): ToolArtifacts {
  const { execution, step, ordinal, tries, standing } = call;
  const { taskQueue } = Context.current().info;
  return {
    async save(artifact) {
      if (standing.isGivenUp) throw new Error('The call ignored its cancellation: nothing is saved');
      const stored = toStored(artifact);
      const outcome = await reachStore(() =>
        saveArtifact(db, {
          executionId: execution.id,
          step,
          ordinal,
          attempt: tries,
          storageLimit: { taskQueue },
          ...stored,
        }),
      );
      if (outcome === 'name-taken')
        throw new Error(`Another call of this execution has saved '${stored.name}': use another name`);
      if (outcome === 'call-ended')
        throw new Error(`The call has ended, so '${stored.name}' was not saved: save before returning`);
      return { name: stored.name };
    },
    read: (name) => reachStore(() => read(db, execution, name)),
  };
}

async function read(
  db: Database,
  execution: ExecutionFacts,
  name: string,
): Promise<ToolArtifact | undefined> {
  const found = await findNamedArtifact(db, execution, name);
  if (found) return toToolArtifact(found);
  const readable = await findReadable(db, execution, name);
  if ('problem' in readable) return undefined;
  if ('picture' in readable) return toToolArtifact(readable.picture);
  return toToolArtifact({ name, mediaType: 'text/plain', content: Buffer.from(readable.text) });
}

function toToolArtifact(found: { name: string; mediaType: string; content: Buffer }): ToolArtifact {
  const { name, mediaType, content } = found;
  return { name, mediaType, content, text: () => content.toString('utf8') };
}

/** Checks all values, because a tool may pass anything. */
function toStored({ name, content, mediaType }: NewToolArtifact) {
  const problem = savedNameProblem(name);
  if (problem) throw new Error(problem);
  const isText = typeof content === 'string';
  if (!isText && !(content instanceof Uint8Array))
    throw new Error(`The content of artifact '${name}' must be a string or a Uint8Array`);
  const bytes = isText ? Buffer.from(content) : content;
  const type = toMediaType(mediaType ?? (isText ? 'text/plain' : 'application/octet-stream'));
  return { name, mediaType: type, content: bytes, tokens: countTokens(bytes, type) };
}

function toMediaType(given: string): string {
  const type = String(given).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPE.test(type))
    throw new Error(`The media type '${type.slice(0, 60)}' is invalid: write it like 'text/csv'`);
  return type;
}

function countTokens(content: Uint8Array, mediaType: string): number {
  return mediaType.startsWith('image/')
    ? countImageTokens(content)
    : Math.ceil(content.byteLength / BYTES_PER_TOKEN);
}
