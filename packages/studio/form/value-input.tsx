import { useState, type ComponentProps, type ReactNode } from 'react';
import { showUnseen, toSeenJson } from '../../../protocol/unseen-characters.js';
import { STRINGS } from '../strings.js';
import { Unread } from './find-field-problems.js';
import type { ScalarKind } from './read-fields.js';

interface ValueProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

export interface Marks {
  path: string;
  id: string;
  note: string | undefined;
  isInvalid: boolean;
}

function toAttributes({ id, path, note, isInvalid }: Marks) {
  return { id, name: path, 'aria-describedby': note, 'aria-invalid': isInvalid || undefined } as const;
}

export function ScalarInput({
  kind,
  value,
  onChange,
  marks,
  label,
}: ValueProps & {
  kind: ScalarKind;
  marks: Marks;
  label: string | undefined;
}): ReactNode {
  const attributes = { ...toAttributes(marks), 'aria-label': label, className: 'w-full min-w-0' };
  switch (kind.kind) {
    case 'text': {
      const text = typeof value === 'string' ? value : '';
      return (
        <textarea
          {...attributes}
          rows={Math.min(12, text.split('\n').length + Math.floor(text.length / 80))}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    }
    case 'number':
      return <NumberInput {...{ value, onChange, attributes }} isInteger={kind.isInteger} />;
    case 'flag':
      return (
        <input
          {...attributes}
          type="checkbox"
          className="size-4"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      );
    case 'choice':
      return (
        <select
          {...attributes}
          value={value === undefined ? '' : String(kind.options.indexOf(value as string))}
          onChange={({ target }) =>
            onChange(target.value === '' ? undefined : kind.options[Number(target.value)])
          }
        >
          <option value="">{STRINGS.form.none}</option>
          {kind.options.map((option, at) => (
            <option key={at} value={at}>
              {showUnseen(String(option))}
            </option>
          ))}
        </select>
      );
  }
}

/** Keeps the typed text, because `1.` and `1.0` are the same number. */
function NumberInput({
  value,
  onChange,
  isInteger,
  attributes,
}: ValueProps & { isInteger: boolean; attributes: ComponentProps<'input'> }) {
  const [text, setText] = useState('');
  const given = value instanceof Unread ? value.text : value === undefined ? '' : String(value as number);
  return (
    <input
      {...attributes}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      value={readNumber(text) === value ? text : given}
      onChange={({ target }) => {
        setText(target.value);
        onChange(readNumber(target.value));
      }}
    />
  );
}

function readNumber(text: string): number | Unread | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : new Unread(text);
}

export function JsonInput({ value, onChange, marks }: ValueProps & { marks: Marks }) {
  const [text, setText] = useState(() => (value === undefined ? '' : toSeenJson(value, 2)));
  return (
    <textarea
      {...toAttributes(marks)}
      className="w-full min-w-0 font-mono text-xs"
      rows={Math.min(16, text.split('\n').length + 1)}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(readJson(target.value));
      }}
    />
  );
}

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new Unread(text);
  }
}
