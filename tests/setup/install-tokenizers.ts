import { installExtra } from '../../scripts/install-extra/install-extra.js';

/** The published tokenizers, which only exhaustive tests need. */
export default function setup(): void {
  installExtra('tests/tokenizers');
}
