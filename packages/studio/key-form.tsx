import { useState } from 'react';
import { findUser } from './api/find-user.js';
import { keepKey } from './api/key.js';
import { STRINGS } from './strings.js';

/** Asks for the gateway's key, and tries it before storing it. */
export function KeyForm({ problem: first, onKey }: { problem?: string; onKey: () => void }) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(first);
  const tryKey = async () => {
    try {
      if ((await findUser(key.trim())) === undefined) return setProblem(STRINGS.key.refused);
      keepKey(key.trim());
      onKey();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <main className="key-form">
      <h1>{STRINGS.key.title}</h1>
      <p>{STRINGS.key.help}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void tryKey();
        }}
      >
        <label>
          {STRINGS.key.label}
          <input
            type="password"
            autoComplete="off"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <button type="submit">{STRINGS.key.use}</button>
      </form>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </main>
  );
}
