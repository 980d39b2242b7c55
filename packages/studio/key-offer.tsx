import { useEffect, useState } from 'react';
import { showUnseen } from '../../protocol/unseen-characters.js';
import { findUser } from './api/find-user.js';
import { keepKey, readKey, switchKey } from './api/key.js';
import { useLoaded } from './api/use-loaded.js';
import { KeyForm } from './key-form.js';
import { Button } from './parts/button.js';
import { Problem } from './parts/problem.js';
import { STRINGS } from './strings.js';

/** Never stores a rejected key. Replaces another user's key only if the person agrees. */
export function KeyOffer({ offered, onDecided }: { offered: string; onDecided: () => void }) {
  const [kept] = useState(readKey);
  const { value, error, reload } = useLoaded('users', async () => {
    const [next, current] = await Promise.all([
      findUser(offered),
      kept === null ? undefined : findUser(kept),
    ]);
    return { next, current };
  });
  const isSafe = value?.next !== undefined && value.current === undefined;
  const keep = (key: string): void => {
    keepKey(key);
    onDecided();
  };
  useEffect(() => {
    if (isSafe) keep(offered);
  }, [isSafe]);
  if (error) return <Problem error={error} retry={reload} />;
  if (!value || isSafe) return null;
  const { next, current } = value;
  if (current === undefined) return <KeyForm problem={STRINGS.key.refused} onKey={keep} />;
  const user = showUnseen(current);
  if (next === undefined)
    return (
      <main className="key-form mx-auto mt-[12vh] grid w-[min(26rem,calc(100vw-2rem))] gap-4 rounded-xl border border-line bg-ground p-6 shadow-card">
        <h1 className="text-lg font-semibold">{STRINGS.key.rejected}</h1>
        <p>{STRINGS.key.unchanged(user)}</p>
        <Button kind="primary" onClick={onDecided}>
          {STRINGS.key.goOn}
        </Button>
      </main>
    );
  const other = showUnseen(next);
  return (
    <main className="key-form mx-auto mt-[12vh] grid w-[min(26rem,calc(100vw-2rem))] gap-4 rounded-xl border border-line bg-ground p-6 shadow-card">
      <h1 className="text-lg font-semibold">{STRINGS.key.switches}</h1>
      <p>{STRINGS.key.offer(user, other)}</p>
      <p>
        <Button kind="primary" autoFocus onClick={onDecided}>
          {STRINGS.key.stay(user)}
        </Button>{' '}
        <Button onClick={() => switchKey(offered)}>{STRINGS.key.switchTo(other)}</Button>
      </p>
    </main>
  );
}
