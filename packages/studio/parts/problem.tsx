import { STRINGS } from '../strings.js';

export function Problem({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <p className="problem" role="alert">
      {error.message}{' '}
      {retry === undefined ? null : (
        <button type="button" onClick={retry}>
          {STRINGS.tryAgain}
        </button>
      )}
    </p>
  );
}
