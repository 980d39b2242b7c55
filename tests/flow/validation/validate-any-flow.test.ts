import { describe, expect, test } from 'vitest';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { anyFlow, seeded } from './any-flow.js';

const FLOWS = propertyRuns(250, 2_000);

describe('validateFlow', () => {
  test('any flow -> an error for what the first run would reject, a warning for unusual parts, otherwise nothing', () => {
    const random = seeded(38);
    const counts = { sound: 0, wrong: 0, possible: 0, harmless: 0 };
    for (let n = 0; n < FLOWS; n += 1) {
      const { definition, faults } = anyFlow('any', random);
      const { problems } = validateFlow(definition, { providers: ['openai'] });
      const severities = problems.map(({ severity }) => severity);
      const isWrong = faults.includes('certain') || faults.includes('silent');
      const isPossible = faults.includes('possible');
      const kind = isWrong ? 'wrong' : isPossible ? 'possible' : faults.length > 0 ? 'harmless' : 'sound';
      counts[kind] += 1;
      const found = { severities, problems, definition };
      if (kind === 'wrong') expect(severities, JSON.stringify(found)).toContain('error');
      else expect(severities, JSON.stringify(found)).not.toContain('error');
      if (kind === 'possible' || kind === 'harmless')
        expect(severities, JSON.stringify(found)).toContain('warning');
      if (kind === 'sound') expect(problems, JSON.stringify(found)).toEqual([]);
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(FLOWS / 20);
  });
});
