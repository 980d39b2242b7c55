import { STRINGS } from '../strings.js';
import { Button } from './button.js';

export function Problem({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  return (
    <p
      className="problem flex flex-wrap items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm wrap-anywhere text-bad"
      role="alert"
    >
      {error.message}{' '}
      {retry ? (
        <Button size="small" onClick={retry}>
          {STRINGS.tryAgain}
        </Button>
      ) : null}
    </p>
  );
}
