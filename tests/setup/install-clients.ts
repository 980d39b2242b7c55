import { installExtra } from '../../scripts/install-extra/install-extra.js';

/** Clients and a browser, which no test of `npm test` needs. */
export default function setup(): void {
  installExtra('tests');
}
