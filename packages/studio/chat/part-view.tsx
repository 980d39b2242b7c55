import { getToolName, isToolUIPart, type DynamicToolUIPart, type ToolUIPart } from 'ai';
import { showQuestion } from '../../../protocol/approvers.js';
import { showUnseen, toSeenJson } from '../../../protocol/unseen-characters.js';
import { STRINGS } from '../strings.js';
import { ApprovalForm } from './approval-form.js';
import type { Approval, ChatMessage } from './chat-messages.js';
import { FileView } from './file-view.js';
import { Markdown } from './markdown.js';

type Part = ChatMessage['parts'][number];

export function PartView({ part, onApprove }: { part: Part; onApprove: (answer: Approval) => void }) {
  if (isDiscarded(part)) return null;
  if (isToolUIPart(part)) return <ToolCall part={part} onApprove={onApprove} />;
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} />;
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

/** The text of a failed attempt, whose model call was retried. */
function isDiscarded(part: Part): boolean {
  return 'providerMetadata' in part && part.providerMetadata?.['threadline']?.['discarded'] === true;
}

interface AskedQuestion {
  name: string;
  prompt: string;
  /** Absent when the user answers. */
  approvers?: readonly string[];
}

function Question({ name, prompt, approvers }: AskedQuestion) {
  const text = showQuestion({ name, prompt, approvers: approvers ?? null });
  return (
    <p className="question border-l-3 border-busy pl-3 wrap-anywhere whitespace-pre-wrap">
      {showUnseen(text)}
    </p>
  );
}

/** A folded tool call. Invisible characters are shown as escapes. */
function ToolCall({
  part,
  onApprove,
}: {
  part: ToolUIPart | DynamicToolUIPart;
  onApprove: (answer: Approval) => void;
}) {
  const isAsked = part.state === 'approval-requested';
  return (
    <details className="tool min-w-0 rounded-lg border border-line px-3 py-1.5 text-sm" open={isAsked}>
      <summary>
        <code>{getToolName(part)}</code>{' '}
        <small className="ml-1 text-xs text-faint">{stateInWords(part.state)}</small>
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
      {isAsked ? <ApprovalForm id={part.approval.id} onApprove={onApprove} /> : null}
    </details>
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
