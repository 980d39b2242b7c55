import { plural } from './name-range.js';
import { WHOLE, type SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface PlannedCompaction {
  from: 'compaction';
  step: number;
  text: string;
}

export interface SentCompaction {
  from: 'compaction';
  step: number;
  text: string;
  tokens: number;
}

export interface CompactionPlace {
  from: 'compaction';
  step: number;
  firstSeq: number | null;
  throughSeq: number | null;
  throughStep: number;
  hasTouched?: true;
}

const text = textKind({ from: 'compaction', position: 'system', segment: 'summary' });

export const compaction: SentKind<PlannedCompaction, SentCompaction, CompactionPlace> = {
  position: text.position,
  remember: (given, facts) => ({ ...text.remember(given, facts), step: given.step }),
  need: (item) => ({ own: [item.text], compaction: true }),
  render: (item, facts) => text.render(item, facts),
  place: 'compaction',
  name({ firstSeq, throughSeq, throughStep, hasTouched }) {
    const parts = [
      firstSeq === null || throughSeq === null ? [] : [plural('message', firstSeq, throughSeq)],
      throughStep < 1 ? [] : [plural('step', 1, throughStep)],
    ].flat();
    const name = parts.length === 0 ? 'summary' : `summary of ${parts.join(' and ')}`;
    return hasTouched ? `${name}, with what was touched` : name;
  },
  explain({ step, tokens = 0, ...item }, { rows }) {
    const known = rows.compactions.find((one) => one.step === step);
    const { firstSeq = null, throughSeq = null, throughStep = 0, hasTouched = false } = known ?? {};
    const place: CompactionPlace = { from: 'compaction', step, firstSeq, throughSeq, throughStep };
    if (hasTouched) place.hasTouched = true;
    return [{ place, role: 'system', tokens, form: WHOLE, text: rows.texts.get(item.text) ?? '' }];
  },
  fill: (item, facts) => text.fill(item, facts),
};
