import { Readable, Writable } from 'node:stream';
import { count } from '../../../cli/count/count.js';
import { plan } from '../../../cli/plan/plan.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import type { TranscriptPlan } from '../../../context/transcript/plan-transcript.js';

export type WrittenPlan = TranscriptPlan & { error?: string; id?: unknown; format?: string; model?: string };

interface RunOptions {
  format?: string;
  model?: string;
  defaults?: unknown;
}

export async function runPlan(
  records: readonly unknown[] | Buffer,
  options: RunOptions = {},
): Promise<{ plans: WrittenPlan[]; exitCode: number }> {
  const { output, read } = collect();
  const input = toInput(records);
  const exitCode = await plan({ input, output, settings: DEFAULT_CONTEXT_SETTINGS, ...options });
  return { plans: read() as WrittenPlan[], exitCode };
}

export async function planOne(
  records: readonly unknown[] | Buffer,
  options: RunOptions = {},
): Promise<WrittenPlan> {
  const { plans } = await runPlan(records, options);
  const [only, ...others] = plans;
  if (only === undefined || others.length > 0) throw new Error(`There are ${plans.length} plans`);
  return only;
}

export async function runCount(
  records: readonly unknown[] | Buffer,
  options: { format?: string } = {},
): Promise<{ counts: Record<string, unknown>[]; exitCode: number }> {
  const { output, read } = collect();
  const exitCode = await count({ input: toInput(records), output, ...options });
  return { counts: read() as Record<string, unknown>[], exitCode };
}

function toInput(records: readonly unknown[] | Buffer): Readable {
  const bytes = Buffer.isBuffer(records)
    ? records
    : Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return Readable.from([bytes]);
}

function collect(): { output: Writable; read: () => unknown[] } {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const read = (): unknown[] =>
    Buffer.concat(chunks)
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { output, read };
}
