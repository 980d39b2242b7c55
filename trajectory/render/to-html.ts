import { escapeHtml, toScriptJson } from './html/escape.js';
import { pageScript, pageStyle } from './html/page-assets.js';
import type { PageData } from './html/page-data.js';
import { PAGE_MARKUP } from './html/page-markup.js';
import { toPageTrajectory, type ShownTrajectory } from './html/to-page-trajectory.js';
import { toWords } from './to-words.js';

export interface HtmlInput {
  title: string;
  /** Several trajectories get a chooser. */
  trajectories: readonly ShownTrajectory[];
}

/** The page's policy forbids loading anything. The page has all attributes, so it is as private as they are. */
export function toHtml({ title, trajectories }: HtmlInput): string {
  const data: PageData = { trajectories: trajectories.map(toPageTrajectory) };
  const [style, script] = [pageStyle(), pageScript()];
  const policy = [
    `default-src 'none'`,
    `script-src '${script.hash}'`,
    `style-src '${style.hash}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(toWords(title))}</title>
<style>${style.content}</style>
</head>
<body>
${PAGE_MARKUP}
<script type="application/json" id="data">${toScriptJson(data)}</script>
<script type="module">${script.content}</script>
</body>
</html>
`;
}
