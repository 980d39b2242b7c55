import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Part } from '../../client/uploads/send-parts.js';
import { MAX_UPLOAD_BYTES } from '../../protocol/message-parts.js';
import { usageError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';

export async function readAttachment(path: string): Promise<Extract<Part, { type: 'file' }>> {
  try {
    const { size } = await stat(path);
    if (size > MAX_UPLOAD_BYTES) throw usageError(`it has ${size} bytes; the limit is ${MAX_UPLOAD_BYTES}`);
    return { type: 'file', data: await readFile(path), filename: basename(path) };
  } catch (error) {
    throw usageError(`File '${path}' cannot be attached (${describeError(error)}): name another one`);
  }
}

export function readAttachments(paths: readonly string[] = []): Promise<Extract<Part, { type: 'file' }>[]> {
  return Promise.all(paths.map(readAttachment));
}
