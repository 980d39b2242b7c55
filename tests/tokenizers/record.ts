import { REAL_TOKENIZERS } from './real-tokenizers.js';
import { textSamples } from './text-samples.js';
import { writeTokenCounts } from './token-counts.js';

writeTokenCounts(
  textSamples(7).map(({ name, text }) => ({
    name,
    text,
    counts: Object.fromEntries(Object.entries(REAL_TOKENIZERS).map(([model, count]) => [model, count(text)])),
  })),
);
