import { installExtra } from '../../scripts/install-extra/install-extra.js';

export default function setup(): void {
  installExtra('tests');
}
