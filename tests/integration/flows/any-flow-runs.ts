import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FlowDefinition } from '../../../flow/definition.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { anyFlow, GIVEN, seeded } from '../../flow/validation/any-flow.js';
import { SOUND_FLOWS } from '../../flow/validation/sound-flows.js';
import { runFlow } from './fixtures/run-flow.js';

const AT_ONCE = 8;

export function testAnyFlows({ flows, seeds }: { flows: number; seeds: readonly number[] }): void {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), { model: { script: () => text('answered') } });
  });
  afterAll(() => system?.stop());

  describe('generated flows', () => {
    test.each(seeds)(
      `${flows} flows of seed %i -> what validates runs to its end, and what the first run rejects does not validate`,
      async (seed) => {
        const random = seeded(seed);
        const all = Array.from({ length: flows }, (_, n) => anyFlow(`any-${seed}-${n}`, random));
        const counts = { completed: 0, rejected: 0 };
        for (let at = 0; at < all.length; at += AT_ONCE)
          await Promise.all(
            all.slice(at, at + AT_ONCE).map(async ({ definition, faults }) => {
              const { definition: valid, problems } = validateFlow(definition, { providers: ['openai'] });
              if (problems.some(({ message }) => /provider '.*' does not exist/s.test(message))) return;
              const stored = valid ?? (definition as unknown as FlowDefinition);
              await registerFlows(system.db, [stored]);
              const { status, errorMessage } = await runFlow(system, { flow: stored.slug, ...GIVEN });
              const seen = JSON.stringify({ definition, problems, errorMessage });
              const mayFail = faults.includes('possible');
              if (mayFail) expect(problems, seen).not.toEqual([]);
              if (valid !== undefined && !mayFail) expect(status, seen).toBe('completed');
              if (faults.includes('certain')) expect(status, seen).toBe('failed');
              if (status === 'failed' && !mayFail) expect(valid, seen).toBeUndefined();
              counts[status === 'failed' ? 'rejected' : 'completed'] += 1;
            }),
          );
        expect(Math.min(counts.completed, counts.rejected)).toBeGreaterThan(flows / 10);
      },
    );

    test.each(SOUND_FLOWS)('%s -> runs to its end', async (situation, given) => {
      const slug = `sound-${situation.replace(/\W+/g, '-')}`.slice(0, 60);
      const { definition, problems } = validateFlow({ ...given, slug });
      expect(problems).toEqual([]);
      await registerFlows(system.db, [definition!]);
      const { status, errorMessage } = await runFlow(system, { flow: slug, ...GIVEN });
      expect({ status, errorMessage }).toEqual({ status: 'completed', errorMessage: null });
    });
  });
}
