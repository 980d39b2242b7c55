import type { SoakSample, SoakViolation } from './soak-report.js';

const WARM_UP = 0.25;
const PART = 0.25;
const FEWEST_SAMPLES = 8;

const ALLOWED = {
  'RSS of a worker in bytes': { factor: 1.15, more: 30e6 },
  'heap of a worker in bytes': { factor: 1.1, more: 8e6 },
  'connections to Postgres': { factor: 1, more: 4 },
} as const;

type Measure = keyof typeof ALLOWED;

const READ: Readonly<Record<Measure, (sample: SoakSample) => number>> = {
  'RSS of a worker in bytes': ({ workers }) => Math.max(...workers.map(({ rssBytes }) => rssBytes)),
  'heap of a worker in bytes': ({ workers }) => Math.max(...workers.map(({ heapBytes }) => heapBytes)),
  'connections to Postgres': ({ connections }) => connections,
};

export function checkSamples(samples: readonly SoakSample[]): SoakViolation[] {
  if (samples.length < FEWEST_SAMPLES) {
    const detail = `${samples.length} samples are too few to tell whether memory is flat; run more turns`;
    return [{ rule: 'memory', detail }];
  }
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const part = Math.ceil(warm.length * PART);
  return (Object.keys(ALLOWED) as Measure[]).flatMap((measure): SoakViolation[] => {
    const before = median(warm.slice(0, part).map(READ[measure]));
    const after = median(warm.slice(-part).map(READ[measure]));
    const { factor, more } = ALLOWED[measure];
    if (after <= before * factor + more) return [];
    const rule = measure === 'connections to Postgres' ? 'connections' : 'memory';
    return [{ rule, detail: `${measure} grew from ${before} to ${after}` }];
  });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
