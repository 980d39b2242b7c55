import { parseArtifactName } from './artifact-name.js';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;
const INPUT = 'input';
const MAX_SHOWN_CHARACTERS = 60;

export function isSavedName(name: string): boolean {
  return NAME.test(name) && name !== INPUT && !parseArtifactName(name);
}

export function savedNameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string') return `The name of an artifact must be a string, not ${typeof name}`;
  if (isSavedName(name)) return undefined;
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN_CHARACTERS)).slice(1, -1);
  if (NAME.test(name))
    return `The artifact name '${shown}' is reserved for results and inputs: use another one`;
  return (
    `The artifact name '${shown}' must be 1 to 200 letters, digits, '_', '-' and '.', ` +
    "and begin with a letter, a digit or '_'"
  );
}
