import { useState } from 'react';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import type { CallExplanation } from '../../../views/call.js';
import type { StepWork } from '../../../views/waterfall.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatCost, formatNumber, joinFacts } from '../parts/format.js';
import type { ChatKey } from '../api/chat-messages.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { MessagesBehind } from './messages-behind.js';
import { SentTable } from './sent-table.js';
import { ComparedCall, type CallLabels } from './compared-call.js';
import { WhatIf } from './what-if.js';
import { WindowBar } from './window-bar.js';

const NO_LABELS: CallLabels = new Map();

export function CallView({
  call,
  labels = NO_LABELS,
  calls,
  chat,
  isOpen,
}: {
  call: Wire<CallExplanation>;
  labels?: CallLabels;
  calls: readonly Wire<CallExplanation>[];
  chat: ChatKey | undefined;
  isOpen: boolean;
}) {
  const { context, model, stepInNode, nodeId, sameTokens, cachedInputTokens, cost } = call;
  const { system, tools, messages, facts, left, warnings } = context;
  const label = labels.get(call.callId);
  const [isShown, setShown] = useState(isOpen);
  return (
    <details
      className="call"
      open={isOpen}
      onToggle={({ currentTarget, target }) => target === currentTarget && setShown(currentTarget.open)}
    >
      <summary>
        {label === undefined ? null : <b className="mr-1.5">{label}</b>}
        {STRINGS.why.call(stepInNode, nodeId)} <small>{model}</small>
      </summary>
      <p className="facts">
        {joinFacts([
          sameTokens === null ? null : STRINGS.why.same(formatNumber(sameTokens)),
          cachedInputTokens === null ? null : STRINGS.why.cached(formatNumber(cachedInputTokens)),
          cost === null ? null : formatCost(cost),
        ])}
      </p>
      <Window context={context} />
      {isShown && call.status === 'completed' ? <CallResult call={call} /> : null}
      <WhatIf call={call} />
      {system === null ? null : (
        <details>
          <summary>{STRINGS.why.system}</summary>
          <pre tabIndex={0}>{system.text}</pre>
        </details>
      )}
      <ToolNames tools={tools} />
      <h4>{STRINGS.why.sent}</h4>
      <SentFacts facts={facts} />
      <SentTable messages={messages} chat={chat} />
      <ComparedCall {...{ call, labels, calls, chat }} />
      <h4>{STRINGS.why.left}</h4>
      {left.length === 0 ? (
        <p className="hint">{STRINGS.why.nothingLeft}</p>
      ) : (
        <LeftTable left={left} chat={chat} />
      )}
      <Warnings warnings={warnings} />
    </details>
  );
}

function ToolNames({ tools }: Pick<Wire<CallExplanation>['context'], 'tools'>) {
  if (tools === null) return null;
  return (
    <p className="tool-names wrap-anywhere">
      {STRINGS.why.tools}: {Object.values(tools.names).flat().join(', ')}
    </p>
  );
}

function SentFacts({ facts }: Pick<Wire<CallExplanation>['context'], 'facts'>) {
  if (facts.length === 0) return null;
  return (
    <p className="sent-facts">
      <a className="tap" href={formatRoute({ view: 'memory' })}>
        {STRINGS.why.facts}
      </a>
      : {[...new Set(facts.map(({ key }) => key))].join(', ')}
    </p>
  );
}

function Window({ context: { arithmetic, segments } }: Pick<Wire<CallExplanation>, 'context'>) {
  const window = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const used = arithmetic === null ? 0 : arithmetic.window - arithmetic.reserve - arithmetic.free;
  if (segments.length === 0) return null;
  return (
    <WindowBar segments={segments} label={STRINGS.why.tokensOf(formatNumber(used), formatNumber(window))} />
  );
}

function CallResult({ call: { executionId, step } }: { call: Wire<CallExplanation> }) {
  const path = `/executions/${encodeURIComponent(executionId)}/steps/${step}`;
  const { value } = useLoaded(path, (signal) => get<StepWork>(path, { signal }));
  if (!value || (value.text === null && value.tools.length === 0)) return null;
  return (
    <section className="call-result">
      <h4>{STRINGS.why.answer}</h4>
      {value.text === null ? null : (
        <pre tabIndex={0} dir="auto">
          {showUnseen(value.text.text)}
          {value.text.isCut ? '…' : ''}
        </pre>
      )}
      {value.tools.map(({ ordinal, name, input }) => (
        <pre key={ordinal} tabIndex={0}>
          {showUnseen(`${name} ${input?.text ?? ''}`)}
          {input?.isCut === true ? '…' : ''}
        </pre>
      ))}
    </section>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <>
      <h4>{STRINGS.why.warnings}</h4>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </>
  );
}

function LeftTable({ left, chat }: { left: CallExplanation['context']['left']; chat: ChatKey | undefined }) {
  const { message, tokens, rule } = STRINGS.why.columns;
  return (
    <table>
      <thead>
        <tr>
          <th>{message}</th>
          <th className="number">{tokens}</th>
          <th>{rule}</th>
        </tr>
      </thead>
      <tbody>
        {left.map((range) => (
          <tr key={`${range.from} ${range.depth ?? ''} ${range.name} ${range.rule}`}>
            <td>
              {range.from === 'conversation' && chat ? (
                <MessagesBehind chat={chat} range={range} />
              ) : (
                range.name
              )}
            </td>
            <td className="number">{formatNumber(range.tokens)}</td>
            <td>{STRINGS.codes.rule(range.rule, range.words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
