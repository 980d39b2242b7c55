import { Fragment, type ReactNode } from 'react';
import type { Health } from '../../../views/health.js';
import type { Wire } from '../api/request.js';
import { DataTable } from '../parts/data-table.js';
import { formatCost, formatDate, formatDuration, formatNumber, formatTime } from '../parts/format.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

const TEXT = STRINGS.health;
const { columns: HEAD } = TEXT;

interface Section {
  title: string;
  rows: readonly unknown[];
  content: ReactNode;
}

/** Sections without rows are named in one line. */
export function HealthTables({ health }: { health: Wire<Health> }) {
  const sections = listSections(health);
  const empty = sections.filter(({ rows }) => rows.length === 0).map(({ title }) => title);
  return (
    <>
      <Now health={health} />
      {sections.map(({ title, rows, content }) =>
        rows.length === 0 ? null : (
          <Fragment key={title}>
            <h3>{title}</h3>
            {content}
          </Fragment>
        ),
      )}
      {empty.length === 0 ? null : <p className="none hint mt-6">{TEXT.noneOf(LIST.format(empty))}</p>}
    </>
  );
}

const LIST = new Intl.ListFormat(undefined, { type: 'conjunction' });

function listSections(health: Wire<Health>): Section[] {
  const { models, turnDays, days, purposes, outages, left, summaries, compactions } = health;
  const failures = listFailures(health);
  return [
    { title: TEXT.models, rows: models, content: <Models health={health} /> },
    { title: TEXT.turnDays, rows: turnDays, content: <TurnDays health={health} /> },
    { title: TEXT.days, rows: days, content: <Days health={health} /> },
    { title: TEXT.purposes, rows: purposes, content: <Purposes health={health} /> },
    { title: TEXT.failures, rows: failures, content: <Failures rows={failures} /> },
    { title: TEXT.outages, rows: outages, content: <Outages health={health} /> },
    { title: TEXT.left, rows: left.rules, content: <Left health={health} /> },
    {
      title: TEXT.summaries,
      rows: compactions.adopted === 0 ? summaries : [compactions],
      content: <Summaries health={health} />,
    },
  ];
}

function Left({ health: { left } }: { health: Wire<Health> }) {
  return (
    <>
      <p>{TEXT.leftOf(formatNumber(left.calls))}</p>
      <DataTable
        title={TEXT.left}
        none={TEXT.none}
        rows={left.rules}
        columns={[
          { header: HEAD.rule, value: ({ rule }) => STRINGS.codes.rule(rule, rule) },
          { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
          { header: HEAD.messages, isNumber: true, value: ({ messages }) => formatNumber(messages) },
          { header: HEAD.tokens, isNumber: true, value: ({ tokens }) => formatNumber(tokens) },
        ]}
      />
    </>
  );
}

function Summaries({ health: { summaries, compactions } }: { health: Wire<Health> }) {
  return (
    <>
      <p>
        {TEXT.compactions(
          formatNumber(compactions.adopted),
          formatNumber(compactions.tokensBefore),
          formatNumber(compactions.tokensAfter),
        )}
      </p>
      <DataTable
        title={TEXT.summaries}
        none={TEXT.none}
        rows={summaries}
        columns={[
          { header: HEAD.way, value: ({ way }) => STRINGS.codes.summary(way) },
          { header: HEAD.status, value: ({ status }) => STRINGS.codes.summary(status) },
          { header: HEAD.count, isNumber: true, value: ({ count }) => formatNumber(count) },
          { header: HEAD.cost, isNumber: true, value: ({ cost }) => formatCost(cost) },
        ]}
      />
    </>
  );
}

function Models({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.models}
      none={TEXT.none}
      rows={health.models}
      columns={[
        { header: HEAD.model, value: ({ model }) => model },
        { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
        { header: HEAD.failed, isNumber: true, value: ({ failed }) => formatNumber(failed) },
        { header: HEAD.median, isNumber: true, value: ({ firstTokenMs }) => formatMs(firstTokenMs?.median) },
        { header: HEAD.p95, isNumber: true, value: ({ firstTokenMs }) => formatMs(firstTokenMs?.p95) },
        {
          header: HEAD.cached,
          isNumber: true,
          value: ({ inputTokens, cachedInputTokens }) =>
            inputTokens === 0 ? '–' : `${Math.round((cachedInputTokens / inputTokens) * 100)} %`,
        },
      ]}
    />
  );
}

function TurnDays({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.turnDays}
      none={TEXT.none}
      rows={health.turnDays}
      columns={[
        { header: HEAD.day, value: ({ day }) => formatDate(day) },
        { header: HEAD.flow, value: ({ flow }) => flow },
        { header: HEAD.model, value: ({ model }) => model ?? '–' },
        { header: HEAD.turns, isNumber: true, value: ({ turns }) => formatNumber(turns) },
        { header: HEAD.failed, isNumber: true, value: ({ failed }) => formatNumber(failed) },
      ]}
    />
  );
}

function Days({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.days}
      none={TEXT.none}
      rows={health.days}
      columns={[
        { header: HEAD.day, value: ({ day }) => formatDate(day) },
        { header: HEAD.flow, value: ({ flow }) => flow },
        { header: HEAD.model, value: ({ model }) => model },
        { header: HEAD.input, isNumber: true, value: ({ inputTokens }) => formatNumber(inputTokens) },
        { header: HEAD.output, isNumber: true, value: ({ outputTokens }) => formatNumber(outputTokens) },
        { header: HEAD.cost, isNumber: true, value: ({ cost }) => formatCost(cost) },
      ]}
    />
  );
}

function Purposes({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.purposes}
      none={TEXT.none}
      rows={health.purposes}
      columns={[
        { header: HEAD.purpose, value: ({ purpose }) => STRINGS.codes.purpose(purpose) },
        { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
        { header: HEAD.input, isNumber: true, value: ({ inputTokens }) => formatNumber(inputTokens) },
        { header: HEAD.output, isNumber: true, value: ({ outputTokens }) => formatNumber(outputTokens) },
        { header: HEAD.cost, isNumber: true, value: ({ cost }) => formatCost(cost) },
      ]}
    />
  );
}

/** Lists failed turns and failed calls, whose turns may still have been answered. */
function listFailures({ failures, callFailures }: Wire<Health>) {
  return [
    ...failures.map(({ type, count, lastAt }) => ({ what: TEXT.ofTurns, type, count, lastAt })),
    ...callFailures.map(({ model, type, count, lastAt }) => ({ what: model, type, count, lastAt })),
  ];
}

function Failures({ rows }: { rows: ReturnType<typeof listFailures> }) {
  return (
    <DataTable
      title={TEXT.failures}
      none={TEXT.none}
      rows={rows}
      columns={[
        { header: HEAD.what, value: ({ what }) => what },
        { header: HEAD.type, value: ({ type }) => type },
        { header: HEAD.count, isNumber: true, value: ({ count }) => formatNumber(count) },
        { header: HEAD.last, value: ({ lastAt }) => formatTime(lastAt) },
      ]}
    />
  );
}

function Outages({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.outages}
      none={TEXT.none}
      rows={health.outages}
      columns={[
        { header: HEAD.model, value: ({ model }) => model },
        { header: HEAD.from, value: ({ since }) => formatTime(since) },
        {
          header: HEAD.took,
          value: ({ since, until }) => (until === null ? TEXT.goesOn : formatDuration(since, until)),
        },
        { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
        { header: HEAD.failed, isNumber: true, value: ({ failed }) => formatNumber(failed) },
        { header: HEAD.type, value: ({ types }) => types.join(', ') },
      ]}
    />
  );
}

/** Lists the models that are currently skipped, and approvals whose tool call can no longer run. */
function Now({ health: { unavailable, stuckApprovals } }: { health: Wire<Health> }) {
  return (
    <>
      {unavailable.length === 0 ? null : (
        <>
          <h3>{TEXT.unavailable}</h3>
          <DataTable
            title={TEXT.unavailable}
            none={TEXT.none}
            rows={unavailable}
            columns={[
              { header: HEAD.model, value: ({ model }) => model },
              { header: HEAD.from, value: ({ since }) => formatTime(since) },
              { header: HEAD.retryAt, value: ({ retryAt }) => formatTime(retryAt) },
              { header: HEAD.failed, isNumber: true, value: ({ failures }) => formatNumber(failures) },
              { header: HEAD.reason, value: ({ reason }) => reason },
            ]}
          />
        </>
      )}
      {stuckApprovals.length === 0 ? null : (
        <>
          <h3>{TEXT.stuck}</h3>
          <DataTable
            title={TEXT.stuck}
            none={TEXT.none}
            rows={stuckApprovals}
            columns={[
              {
                header: HEAD.tool,
                value: ({ toolName, executionId, user }) => (
                  <a className="tap" href={formatRoute({ view: 'runs', executionId, user: user ?? '' })}>
                    {toolName}
                  </a>
                ),
              },
              { header: HEAD.flow, value: ({ flow }) => flow },
              {
                header: HEAD.reason,
                value: ({ isToolGone, reason }) => (isToolGone ? TEXT.toolGone : reason),
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function formatMs(ms: number | undefined): string {
  return ms === undefined ? '–' : `${formatNumber(ms)} ms`;
}
