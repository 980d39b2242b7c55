import type { PlannedAgain } from '../../views/call.js';
import type { LeftByRule } from '../../context/explain/explanation.js';

export interface BacktestSums {
  planned: number;
  changed: number;
  /** `was` and `would` sum the same calls: those that would fit. */
  was: PlanSums;
  would: PlanSums & { compacted: number; cannotFit: number };
  failures: { reason: string; calls: number }[];
}

export interface PlanSums {
  tokens: number;
  left: LeftByRule[];
  cost: string;
  unpriced: number;
}

/** Whole numbers of 10⁻¹² USD, exact up to 9,000 USD. */
const UNITS = 1e12;
const MAX_REASONS = 20;
const OTHERS = 'other reasons';

export class PlanSummer {
  #planned = 0;
  #changed = 0;
  #compacted = 0;
  #cannotFit = 0;
  readonly #was = new SideSummer();
  readonly #would = new SideSummer();
  readonly #reasons = new Map<string, number>();

  add({ was, would }: Pick<PlannedAgain, 'was' | 'would'>): void {
    this.#planned += 1;
    if (would.verdict === 'compact') this.#compacted += 1;
    if (would.verdict === 'cannot-fit') this.#cannotFit += 1;
    if (would.verdict === 'cannot-fit') this.#changed += 1;
    else {
      this.#was.add(was);
      this.#would.add(would);
      if (JSON.stringify([was.segments, was.left]) !== JSON.stringify([would.segments, would.left]))
        this.#changed += 1;
    }
  }

  addFailure(reason: string): void {
    const isKnown = this.#reasons.has(reason) || this.#reasons.size < MAX_REASONS;
    const key = isKnown ? reason : OTHERS;
    this.#reasons.set(key, (this.#reasons.get(key) ?? 0) + 1);
  }

  sums(): BacktestSums {
    const failures = [...this.#reasons].map(([reason, calls]) => ({ reason, calls }));
    return {
      planned: this.#planned,
      changed: this.#changed,
      was: this.#was.sums(),
      would: { ...this.#would.sums(), compacted: this.#compacted, cannotFit: this.#cannotFit },
      failures: failures.sort((one, other) => other.calls - one.calls),
    };
  }
}

type Side = Pick<PlannedAgain['was'], 'arithmetic' | 'left' | 'cost'>;

class SideSummer {
  #tokens = 0;
  #units = 0;
  #unpriced = 0;
  readonly #left = new Map<string, LeftByRule>();

  add({ arithmetic, left, cost }: Side): void {
    if (arithmetic !== null)
      this.#tokens += arithmetic.systemTokens + arithmetic.toolTokens + arithmetic.tokens;
    if (cost === null) this.#unpriced += 1;
    else this.#units += Math.round(Number(cost) * UNITS);
    for (const { rule, words, messages, tokens } of left) {
      const sum = this.#left.get(rule) ?? { rule, words, messages: 0, tokens: 0 };
      sum.messages += messages;
      sum.tokens += tokens;
      this.#left.set(rule, sum);
    }
  }

  sums(): PlanSums {
    return {
      tokens: this.#tokens,
      left: [...this.#left.values()].sort((one, other) => other.tokens - one.tokens),
      cost: (this.#units / UNITS).toFixed(12),
      unpriced: this.#unpriced,
    };
  }
}
