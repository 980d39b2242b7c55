import type { CallExplanation } from '../../../views/call.js';
import type { Wire } from '../api/request.js';
import { formatCost, formatNumber, joinFacts } from '../parts/format.js';
import type { ChatKey } from '../chat/chat-messages.js';
import { STRINGS } from '../strings.js';
import { MessagesBehind } from './messages-behind.js';
import { SentTable } from './sent-table.js';
import { ComparedCall } from './compared-call.js';
import { WhatIf } from './what-if.js';
import { WindowBar } from './window-bar.js';

export function CallView({
  call,
  calls,
  chat,
  isOpen,
}: {
  call: Wire<CallExplanation>;
  /** All calls of its turn. */
  calls: readonly Wire<CallExplanation>[];
  /** Absent for an execution outside a chat. */
  chat: ChatKey | undefined;
  isOpen: boolean;
}) {
  const { context, model, stepInNode, nodeId, sameTokens, cachedInputTokens, cost } = call;
  const { arithmetic, segments, system, tools, messages, left, warnings } = context;
  const window = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const used = arithmetic === null ? 0 : arithmetic.window - arithmetic.reserve - arithmetic.free;
  return (
    <details className="call" open={isOpen}>
      <summary>
        {STRINGS.why.call(stepInNode, nodeId)} <small>{model}</small>
      </summary>
      <p className="facts">
        {joinFacts([
          sameTokens === null ? null : STRINGS.why.same(formatNumber(sameTokens)),
          cachedInputTokens === null ? null : STRINGS.why.cached(formatNumber(cachedInputTokens)),
          cost === null ? null : formatCost(cost),
        ])}
      </p>
      {segments.length === 0 ? null : (
        <WindowBar
          segments={segments}
          label={STRINGS.why.tokensOf(formatNumber(used), formatNumber(window))}
        />
      )}
      {system === null ? null : (
        <details>
          <summary>{STRINGS.why.system}</summary>
          <pre tabIndex={0}>{system.text}</pre>
        </details>
      )}
      {tools === null ? null : (
        <p>
          {STRINGS.why.tools}: {Object.values(tools.names).flat().join(', ')}
        </p>
      )}
      <h4>{STRINGS.why.sent}</h4>
      <SentTable messages={messages} chat={chat} />
      <WhatIf call={call} />
      <ComparedCall call={call} calls={calls} chat={chat} />
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
              {range.from === 'conversation' && chat !== undefined ? (
                <MessagesBehind chat={chat} range={range} />
              ) : (
                range.name
              )}
            </td>
            <td className="number">{formatNumber(range.tokens)}</td>
            <td>{range.words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
