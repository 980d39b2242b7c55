/** The script finds elements by id. */
export const PAGE_MARKUP = `
<header class="bar">
  <h1 id="title"></h1>
  <label class="chooser" id="chooser" hidden>Agent <select id="trajectory"></select></label>
  <div class="switch" role="radiogroup" aria-label="View">
    <label><input type="radio" name="view" value="pruned" checked><span>Pruned <b id="pruned-count"></b></span></label>
    <label><input type="radio" name="view" value="full"><span>Full <b id="full-count"></b></span></label>
  </div>
  <form class="search" id="search" role="search">
    <input id="query" type="search" placeholder="Search" aria-label="Search nodes" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
    <output id="hits" for="query"></output>
    <button type="button" id="previous" aria-label="Previous hit" title="Previous hit (Shift+Enter)">${drawArrow('M8 13V3M4 7l4-4 4 4')}</button>
    <button type="submit" id="next" aria-label="Next hit" title="Next hit (Enter)">${drawArrow('M8 3v10M4 9l4 4 4-4')}</button>
  </form>
  <div class="zoom" role="group" aria-label="Zoom">
    <button type="button" id="zoom-out" aria-label="Zoom out" title="Zoom out (-)">−</button>
    <output id="scale">100 %</output>
    <button type="button" id="zoom-in" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button type="button" id="fit" title="Fit to width (0)">Fit width</button>
    <button type="button" id="latest" title="Go to an end of the active branch (E)">Latest</button>
  </div>
</header>
<main>
  <div class="viewport" id="viewport" tabindex="0" aria-label="Trajectory">
    <div id="sheet"><div id="stage"></div></div>
  </div>
  <aside id="details" aria-label="Details" hidden></aside>
</main>
<footer id="legend" aria-label="Legend"></footer>
<noscript>This page draws its graph with JavaScript, which is switched off.</noscript>
`.trim();

/** Drawn, because many fonts have no arrows. */
function drawArrow(path: string): string {
  return `<svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}" fill="none" stroke="currentColor" stroke-width="2"/></svg>`;
}
