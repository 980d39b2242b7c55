import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { isRecord } from '../../../protocol/is-record.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import { Button, IconButton } from '../parts/button.js';
import { STRINGS } from '../strings.js';
import { joinPath, withField, type FieldProblem, type FieldProblems } from './find-field-problems.js';
import type { Field, FieldKind } from './read-fields.js';
import { JsonInput, ScalarInput, type Marks } from './value-input.js';

interface Place<Kind = FieldKind> {
  kind: Kind;
  value: unknown;
  onChange: (value: unknown) => void;
  path: string;
  label: string;
  problems: FieldProblems;
}

export function SchemaForm({
  label,
  ...form
}: {
  label: string;
  kind: FieldKind;
  value: unknown;
  onChange: (value: unknown) => void;
  problems: FieldProblems;
}) {
  if (form.kind.kind !== 'object')
    return (
      <div className="schema-form">
        <Labeled {...form} path="" label={label} />
      </div>
    );
  if (form.kind.fields.length === 0) return <p className="hint">{STRINGS.form.noFields}</p>;
  return (
    <div className="schema-form grid gap-3" role="group" aria-label={label}>
      <Fields {...form} kind={form.kind} path="" label={label} />
    </div>
  );
}

function Fields({
  kind: { fields },
  value,
  onChange,
  path,
  problems,
}: Place<Extract<FieldKind, { kind: 'object' }>>) {
  return fields.map((field) => (
    <Labeled
      key={field.name}
      kind={field.kind}
      field={field}
      label={showUnseen(field.title)}
      value={isRecord(value) ? value[field.name] : undefined}
      onChange={(next) => onChange(withField(value, { ...field, next }))}
      path={joinPath(path, field.name)}
      problems={problems}
    />
  ));
}

function Labeled({ field, ...place }: Place & { field?: Field }) {
  const { kind, label, problems, path } = place;
  const id = useId();
  const problem = problems.get(path);
  const help = field?.description;
  const note = [help === undefined ? '' : `${id}help`, problem === undefined ? '' : `${id}problem`];
  const marks: Marks = {
    id,
    path,
    note: note.join(' ').trim() || undefined,
    isInvalid: problem !== undefined,
  };
  const words = (
    <>
      {label}
      {field?.isRequired === false ? (
        <span className="font-normal text-faint"> {STRINGS.form.optional}</span>
      ) : null}
    </>
  );
  const notes = (
    <>
      {help === undefined ? null : (
        <p id={`${id}help`} className="text-xs text-faint wrap-anywhere">
          {showUnseen(help)}
        </p>
      )}
      <FieldProblemText id={`${id}problem`} path={path === '' ? label : path} problem={problem} />
    </>
  );
  if (kind.kind === 'list' || kind.kind === 'object')
    return (
      <fieldset className="grid min-w-0 gap-2 border-l-2 border-line pl-3" aria-describedby={marks.note}>
        <legend className="text-xs font-medium text-soft wrap-anywhere">{words}</legend>
        {notes}
        {kind.kind === 'object' ? <Fields {...place} kind={kind} /> : <List {...place} kind={kind} />}
      </fieldset>
    );
  return (
    <div className="grid min-w-0 gap-1">
      {kind.kind === 'flag' ? (
        <label className="flex min-h-8 items-center gap-2 text-sm wrap-anywhere pointer-coarse:min-h-11">
          <ScalarInput {...place} kind={kind} marks={marks} label={undefined} />
          <span>{words}</span>
        </label>
      ) : (
        <label htmlFor={id} className="text-xs font-medium text-soft wrap-anywhere">
          {words}
        </label>
      )}
      {kind.kind === 'json' ? <JsonInput {...place} marks={marks} /> : null}
      {kind.kind === 'json' || kind.kind === 'flag' ? null : (
        <ScalarInput {...place} kind={kind} marks={marks} label={undefined} />
      )}
      {notes}
    </div>
  );
}

function FieldProblemText({
  id,
  path,
  problem,
}: {
  id: string;
  path: string;
  problem: FieldProblem | undefined;
}) {
  if (problem === undefined) return null;
  return (
    <p id={id} className="field-problem text-xs text-bad wrap-anywhere" role="alert">
      {STRINGS.form.problem(showUnseen(path), STRINGS.form.problems[problem])}
    </p>
  );
}

function List({
  kind: { item },
  value,
  onChange,
  path,
  label,
  problems,
}: Place<Extract<FieldKind, { kind: 'list' }>>) {
  const id = useId();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const words = STRINGS.form;
  return (
    <>
      {items.map((one, at) => {
        const problem = problems.get(joinPath(path, at));
        const marks = {
          id: `${id}${at}`,
          path: joinPath(path, at),
          note: problem && `${id}${at}problem`,
          isInvalid: problem !== undefined,
        };
        return (
          <div key={at} className="grid gap-1">
            <div className="flex items-center gap-1">
              <ScalarInput
                kind={item}
                value={one}
                marks={marks}
                label={words.item(label, at + 1)}
                onChange={(next) => onChange(items.with(at, next))}
              />
              <IconButton
                label={words.remove(label, at + 1)}
                onClick={() => onChange(items.filter((_, other) => other !== at))}
              >
                <X size={14} />
              </IconButton>
            </div>
            <FieldProblemText id={`${id}${at}problem`} path={joinPath(path, at)} problem={problem} />
          </div>
        );
      })}
      <Button
        size="small"
        className="justify-self-start"
        aria-label={words.addTo(label)}
        onClick={() =>
          onChange([...items, item.kind === 'text' ? '' : item.kind === 'flag' ? false : undefined])
        }
      >
        <Plus size={14} aria-hidden="true" />
        {words.add}
      </Button>
    </>
  );
}
