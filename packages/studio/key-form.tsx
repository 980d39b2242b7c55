import { useState } from 'react';
import { findUser } from './api/find-user.js';
import { Button } from './parts/button.js';
import { Field } from './parts/field.js';
import { STRINGS } from './strings.js';

export function KeyForm({
  problem: first,
  onKey,
  onLogOut,
}: {
  problem?: string;
  onKey: (key: string) => void;
  onLogOut?: () => void;
}) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(first);
  const tryKey = async () => {
    try {
      if ((await findUser(key.trim())) === undefined) return setProblem(STRINGS.key.refused);
      onKey(key.trim());
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <main className="key-form mx-auto mt-[12vh] grid w-[min(26rem,calc(100vw-2rem))] gap-4 rounded-xl border border-line bg-ground p-6 shadow-card">
      <h1 className="text-lg font-semibold">{STRINGS.key.title}</h1>
      <p className="text-sm text-faint">{STRINGS.key.help}</p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void tryKey();
        }}
      >
        <Field label={STRINGS.key.label}>
          <input
            type="password"
            autoComplete="off"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="primary">
          {STRINGS.key.use}
        </Button>
      </form>
      {problem === undefined ? null : (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      {onLogOut ? (
        <Button className="log-out" onClick={onLogOut}>
          {STRINGS.settings.logOut}
        </Button>
      ) : null}
    </main>
  );
}
