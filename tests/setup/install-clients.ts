import { installExtra } from '../../scripts/install-extra/install-extra.js';

/** `npm test` needs neither these clients nor the browser. */
export default function setup(): void {
  installExtra('tests');
}
