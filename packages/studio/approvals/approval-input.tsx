import { useEffect, useState } from 'react';
import { toSeenJson } from '../../../protocol/unseen-characters.js';
import type { Approval } from '../../../views/approval.js';
import type { Wire } from '../api/request.js';
import { SchemaForm } from '../form/schema-form.js';
import { useInputForm, type InputForm } from '../form/use-input-form.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { useDetails } from './use-details.js';

/** Read-only if several people must decide, because they decide about the same input. */
export function InputEditor({
  approval,
  isKept,
  onForm,
}: {
  approval: Wire<Approval>;
  /** True keeps the form's content while its section is closed. */
  isKept: boolean;
  onForm: (form: InputForm) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const isFixed = approval.quorum > 1;
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{isFixed ? STRINGS.approvals.whole : STRINGS.approvals.change}</summary>
      {isFixed ? <WholeInput approval={approval} /> : null}
      {!isFixed && (isOpen || isKept) ? <EditedInput approval={approval} onForm={onForm} /> : null}
    </details>
  );
}

function WholeInput({ approval: { input } }: { approval: Wire<Approval> }) {
  const text = toSeenJson(input, 2);
  return (
    <textarea
      className="mt-2 w-full font-mono text-xs"
      aria-label={STRINGS.approvals.input}
      rows={Math.min(16, text.split('\n').length + 1)}
      readOnly
      value={text}
    />
  );
}

function EditedInput({ approval, onForm }: { approval: Wire<Approval>; onForm: (form: InputForm) => void }) {
  const { value, error, reload } = useDetails(approval);
  if (!value) return error ? <Problem error={error} retry={reload} /> : <Skeleton rows={2} />;
  return <InputFields input={approval.input} schema={value.schema} onForm={onForm} />;
}

function InputFields({
  input,
  schema,
  onForm,
}: {
  input: unknown;
  schema: unknown;
  onForm: (form: InputForm) => void;
}) {
  const form = useInputForm(schema, input);
  useEffect(() => onForm(form));
  return (
    <div className="mt-2">
      <SchemaForm {...form} label={STRINGS.approvals.input} />
    </div>
  );
}
