import { readDefaultQuestion, showInput, showInputField } from '../../../flow/approval/approval-questions.js';
import { isRecord } from '../../../protocol/is-record.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import { nameInWords } from '../parts/describe-call.js';
import { STRINGS } from '../strings.js';

interface Question {
  prompt: string;
  toolName: string | null;
  input: unknown;
}

/** Rewords a tool's default question, because `ToolInput` shows the input. */
export function QuestionText({ className = '', ...question }: Question & { className?: string }) {
  const { prompt, toolName } = question;
  const isDefault = readDefaultQuestion(question) !== undefined;
  return (
    <p className={`question wrap-anywhere whitespace-pre-wrap ${className}`}>
      {isDefault ? STRINGS.approvals.mayRun(nameInWords(toolName ?? '')) : showUnseen(prompt)}
    </p>
  );
}

export function ToolInput(question: Question) {
  const { toolName, input } = question;
  if (toolName === null) return null;
  return (
    <div className="tool-input grid gap-1 text-sm">
      <code className="text-xs text-faint wrap-anywhere">{showUnseen(toolName)}</code>
      <Fields input={input} />
      <Changes changes={readDefaultQuestion(question)?.changes} />
    </div>
  );
}

function Fields({ input }: { input: unknown }) {
  if (!isRecord(input)) return <p className="wrap-anywhere">{showInput(input)}</p>;
  const fields = Object.entries(input);
  if (fields.length === 0) return <p className="hint">{STRINGS.approvals.noInput}</p>;
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {fields.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-soft wrap-anywhere">{showUnseen(name)}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {showInputField(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({ changes }: { changes: readonly string[] | undefined }) {
  if (changes === undefined) return null;
  const { same, changes: title } = STRINGS.approvals;
  if (changes.length === 0) return <p className="text-soft">{same}</p>;
  return (
    <section className="changes">
      <p className="text-soft">{title}</p>
      <ul className="list-disc pl-5">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {showUnseen(change)}
          </li>
        ))}
      </ul>
    </section>
  );
}
