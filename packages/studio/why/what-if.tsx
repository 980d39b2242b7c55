import { useId, useState } from 'react';
import type { CallExplanation, CallPlan } from '../../../views/call.js';
import { post, type Wire } from '../api/request.js';
import { DataTable } from '../parts/data-table.js';
import { formatCost, formatNumber, joinFacts } from '../parts/format.js';
import { STRINGS } from '../strings.js';
import { compareLeft } from './compare-left.js';
import { useSettled } from '../api/use-settled.js';
import { WindowBar } from './window-bar.js';

const TEXT = STRINGS.why.whatIf;
/** The slider ranges from 1,000 to 1,024,000 tokens. Four steps double the window. */
const LEAST_TOKENS = 1_000;
const STEPS = 40;
const STEPS_A_DOUBLING = 4;

interface Settings {
  model?: string;
  contextWindow?: number;
}

export function WhatIf({ call }: { call: Wire<CallExplanation> }) {
  const [settings, setSettings] = useState<Settings>({});
  const window = call.context.arithmetic?.window ?? LEAST_TOKENS;
  const shown = settings.contextWindow ?? window;
  const isChanged = settings.model !== undefined || settings.contextWindow !== undefined;
  const label = useId();
  const { value, error, isSettling } = useSettled(
    isChanged ? JSON.stringify(settings) : undefined,
    (signal) => post<CallPlan>(`/calls/${encodeURIComponent(call.callId)}/plan`, { body: settings, signal }),
  );
  return (
    <section className="what-if" aria-labelledby={label}>
      <h4 id={label}>{TEXT.title}</h4>
      <label>
        {TEXT.window}{' '}
        <input
          type="range"
          min={0}
          max={STEPS}
          value={toStep(shown)}
          aria-valuetext={TEXT.tokens(formatNumber(shown))}
          onChange={({ target }) =>
            setSettings({ ...settings, contextWindow: toTokens(Number(target.value)) })
          }
        />{' '}
        <output>{TEXT.tokens(formatNumber(shown))}</output>
      </label>
      <label>
        {TEXT.model}{' '}
        <input
          value={settings.model ?? call.model}
          onChange={({ target: { value: model } }) =>
            setSettings(model === '' ? { ...settings, model: call.model } : { ...settings, model })
          }
        />
      </label>
      {isChanged ? (
        <button type="button" onClick={() => setSettings({})}>
          {TEXT.reset}
        </button>
      ) : null}
      <div aria-live="polite" aria-busy={isSettling}>
        {error ? <p className="problem">{error.message}</p> : null}
        {!value || !isChanged ? null : <Plan plan={value} />}
      </div>
    </section>
  );
}

function Plan({ plan: { was, would } }: { plan: Wire<CallPlan> }) {
  const { arithmetic, segments, verdict, reason, cost, context } = would;
  const window = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const used = arithmetic === null ? 0 : arithmetic.window - arithmetic.reserve - arithmetic.free;
  return (
    <>
      <p data-verdict={verdict}>
        {TEXT.verdicts[verdict]} {reason}
      </p>
      {segments.length === 0 ? null : (
        <WindowBar
          segments={segments}
          label={STRINGS.why.tokensOf(formatNumber(used), formatNumber(window))}
        />
      )}
      <p className="facts">
        {joinFacts([
          TEXT.sent(formatNumber(context.messages.length)),
          was.cost === null && cost === null ? null : TEXT.cost(formatCost(was.cost), formatCost(cost)),
        ])}
      </p>
      <DataTable
        title={TEXT.left}
        none={STRINGS.why.nothingLeft}
        rows={compareLeft(was.left.map(translate), would.left.map(translate))}
        columns={[
          { header: STRINGS.why.columns.rule, value: ({ words }) => words },
          { header: TEXT.was, isNumber: true, value: (row) => formatNumber(row.was) },
          { header: TEXT.would, isNumber: true, value: (row) => formatNumber(row.would) },
        ]}
      />
    </>
  );
}

function translate<Left extends { rule: string; words: string }>(left: Left): Left {
  return { ...left, words: STRINGS.codes.rule(left.rule, left.words) };
}

function toTokens(step: number): number {
  return Math.round(LEAST_TOKENS * 2 ** (step / STEPS_A_DOUBLING));
}

function toStep(tokens: number): number {
  const step = Math.round(STEPS_A_DOUBLING * Math.log2(tokens / LEAST_TOKENS));
  return Math.min(STEPS, Math.max(0, step));
}
