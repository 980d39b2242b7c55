import type { BenchReport, LocalBench, LocalBenchInput } from '../bench.js';
import { benchCounting } from './counting.js';
import { benchPlanning } from './planning.js';

const PARTS: readonly ((input: LocalBenchInput) => BenchReport | Promise<BenchReport>)[] = [
  benchPlanning,
  benchCounting,
];

export const contextBench: LocalBench = {
  name: 'context',
  summary: 'the planner beside trimMessages of LangChain, counting beside js-tiktoken and gpt-tokenizer',
  isLocal: true,
  async run(input) {
    const reports: BenchReport[] = [];
    for (const part of PARTS) reports.push(await part(input));
    return {
      tables: reports.flatMap(({ tables }) => tables),
      targets: reports.flatMap(({ targets }) => targets),
    };
  },
};
