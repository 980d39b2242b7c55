import { use, type ReactElement, type ReactNode } from 'react';
import { getToolName, isToolUIPart, type DynamicToolUIPart, type ToolUIPart } from 'ai';
import { showQuestion } from '../../../protocol/approvers.js';
import { showUnseen, toSeenJson } from '../../../protocol/unseen-characters.js';
import { STRINGS } from '../strings.js';
import { describeCall } from '../parts/describe-call.js';
import { ApprovalForm } from './approval-form.js';
import { Ban, Check, CircleX, LoaderCircle, ShieldCheck } from 'lucide-react';
import type { Approval } from '../api/chat-messages.js';
import { FileView } from './file-view.js';
import type { Part } from './group-parts.js';
import type { Anchor } from './mark-anchors.js';
import { Markdown } from './markdown.js';
import { Anchored } from './use-anchors.js';
import { CallDuration } from './work-group.js';

export function PartView({ part, onApprove }: { part: Part; onApprove?: (answer: Approval) => void }) {
  if (isDiscarded(part)) return null;
  if (isToolUIPart(part)) return <ToolCall part={part} onApprove={onApprove} />;
  switch (part.type) {
    case 'text':
      return <AnchoredText text={part.text} />;
    case 'reasoning':
      return (
        <details
          className="reasoning rounded-lg border border-line px-3 py-1.5 text-sm text-soft"
          open={part.state === 'streaming'}
        >
          <summary>{STRINGS.chat.reasoning}</summary>
          <Markdown text={part.text} />
        </details>
      );
    case 'file':
      return <FileView part={part} />;
    case 'data-question':
      return <Question {...(part.data as AskedQuestion)} />;
    default:
      return null;
  }
}

function AnchoredText({ text }: { text: string }) {
  const anchors: Anchor[] = [];
  for (const { anchor, href } of use(Anchored)) {
    if (anchor?.start == null || anchor.end === null) continue;
    const { start, end } = anchor;
    // An answer may have several texts. The anchor contains only the beginning of its text.
    if (!text.slice(start, end).startsWith(anchor.text)) continue;
    const same = anchors.find((other) => other.start === start && other.end === end);
    if (!same) anchors.push({ start, end, href, count: 1 });
    else same.count += 1;
  }
  return <Markdown text={text} anchors={JSON.stringify(anchors)} />;
}

function isDiscarded(part: Part): boolean {
  return 'providerMetadata' in part && part.providerMetadata?.['threadline']?.['discarded'] === true;
}

interface AskedQuestion {
  name: string;
  prompt: string;
  approvers?: readonly string[];
}

function Question({ name, prompt, approvers }: AskedQuestion) {
  const text = showQuestion({ name, prompt, approvers: null });
  return (
    <AskedCard approvers={approvers}>
      <p className="question wrap-anywhere whitespace-pre-wrap">{showUnseen(text)}</p>
    </AskedCard>
  );
}

/** If no approvers are named, the reader decides. */
function AskedCard({
  approvers,
  children,
}: {
  approvers?: readonly string[] | undefined;
  children: ReactNode;
}) {
  const { waiting, yours } = STRINGS.chat.approval;
  return (
    <section className="asked grid min-w-0 gap-2 rounded-lg border border-busy bg-busy-soft px-3 py-2 text-sm">
      <p className="flex items-center gap-1.5 text-xs font-medium text-busy">
        <ShieldCheck size={14} aria-hidden="true" />
        {approvers ? waiting(approvers.map(showUnseen)) : yours}
      </p>
      {children}
    </section>
  );
}

function ToolCall({
  part,
  onApprove,
}: {
  part: ToolUIPart | DynamicToolUIPart;
  onApprove: ((answer: Approval) => void) | undefined;
}) {
  const isAsked = part.state === 'approval-requested';
  const call = part.callProviderMetadata?.['threadline']?.['call'];
  const details = (
    <details className="tool min-w-0 rounded-lg border border-line bg-ground px-3 py-1.5 text-sm pointer-coarse:py-0">
      <summary>
        <span className="inline-flex w-[calc(100%-1.25rem)] items-center gap-1.5 align-bottom">
          <StateIcon state={part.state} />
          <code className="truncate">{describeCall(getToolName(part), part.input)}</code>
          <small className="shrink-0 text-xs text-faint">{stateInWords(part.state)}</small>
          <CallDuration call={typeof call === 'string' ? call : undefined} />
        </span>
      </summary>
      <h4>{STRINGS.chat.tool.input}</h4>
      <pre tabIndex={0}>{toSeenJson(part.input, 2)}</pre>
      {part.state === 'output-available' ? (
        <>
          <h4>{STRINGS.chat.tool.output}</h4>
          <pre tabIndex={0}>{toText(part.output)}</pre>
        </>
      ) : null}
      {part.state === 'output-error' ? <pre className="problem">{showUnseen(part.errorText)}</pre> : null}
    </details>
  );
  if (!isAsked || !onApprove) return details;
  return (
    <AskedCard>
      <ApprovalForm id={part.approval.id} onApprove={onApprove} />
      {details}
    </AskedCard>
  );
}

const ICONS: Partial<Record<ToolUIPart['state'], ReactElement>> = {
  'output-available': <Check size={14} className="shrink-0 text-good" aria-hidden="true" />,
  'output-error': <CircleX size={14} className="shrink-0 text-bad" aria-hidden="true" />,
  'output-denied': <Ban size={14} className="shrink-0 text-faint" aria-hidden="true" />,
  'approval-requested': <ShieldCheck size={14} className="shrink-0 text-busy" aria-hidden="true" />,
};

function StateIcon({ state }: { state: ToolUIPart['state'] }) {
  return (
    ICONS[state] ?? <LoaderCircle size={14} className="shrink-0 animate-spin text-faint" aria-hidden="true" />
  );
}

function stateInWords(state: ToolUIPart['state']): string {
  const { tool, approval } = STRINGS.chat;
  switch (state) {
    case 'approval-requested':
      return approval.ask;
    case 'output-denied':
      return tool.denied;
    case 'output-error':
      return tool.error;
    case 'output-available':
      return '';
    default:
      return tool.runs;
  }
}

function toText(output: unknown): string {
  return typeof output === 'string' ? showUnseen(output) : toSeenJson(output, 2);
}
