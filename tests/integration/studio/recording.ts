import type { BrowserPage } from '../trajectory/browser.js';

export const FRAME_MS = 400;
const CAPTION_PX = 36;

interface Frame {
  image: string;
  caption: string;
  ms: number;
}

export class Recording {
  readonly #page: BrowserPage;
  readonly #frames: Frame[] = [];

  constructor(page: BrowserPage) {
    this.#page = page;
  }

  async take(caption: string, ms = FRAME_MS): Promise<void> {
    const image = (await this.#page.screenshot()).toString('base64');
    const last = this.#frames.at(-1);
    if (last?.image === image && last.caption === caption) last.ms = Math.min(last.ms + ms, 3_000);
    else this.#frames.push({ image, caption, ms });
  }

  toSvg({ width, height }: { width: number; height: number }): string {
    const totalMs = this.#frames.reduce((sum, { ms }) => sum + ms, 0);
    let at = 0;
    const parts = this.#frames.map(({ image, caption, ms }) => {
      const [from, to] = [at / totalMs, (at + ms) / totalMs];
      at += ms;
      const values = from === 0 ? '1;0' : to === 1 ? '0;1' : '0;1;0';
      const times = [0, ...(from === 0 ? [] : [from]), ...(to === 1 ? [] : [to])];
      return `<g opacity="${from === 0 ? 1 : 0}"><animate attributeName="opacity" calcMode="discrete" repeatCount="indefinite" dur="${totalMs}ms" values="${values}" keyTimes="${times.map((time) => time.toFixed(5)).join(';')}"/><image width="${width}" height="${height}" href="data:image/png;base64,${image}"/><text x="16" y="${height + 24}">${caption}</text></g>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + CAPTION_PX}" width="${width}" height="${height + CAPTION_PX}"><style>text{font:600 15px system-ui,sans-serif;fill:#fff}</style><rect width="100%" height="100%" fill="#1b1e28"/>${parts.join('\n')}</svg>\n`;
  }
}
