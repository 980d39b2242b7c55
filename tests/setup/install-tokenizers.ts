import { installExtra } from '../../scripts/install-extra/install-extra.js';

/** Only exhaustive tests need the published tokenizers. */
export default function setup(): void {
  installExtra('tests/tokenizers');
}
