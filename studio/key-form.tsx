import { useState } from 'react';
import { forgetKey, keepKey } from './api/key.js';
import { get } from './api/request.js';
import { STRINGS } from './strings.js';

/** Asks for the key of the gateway, and tries it before it is kept. */
export function KeyForm({ onKey }: { onKey: () => void }) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string>();
  const tryKey = async () => {
    keepKey(key.trim());
    try {
      await get('/flows');
      onKey();
    } catch {
      forgetKey();
      setProblem(STRINGS.key.refused);
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
