import { STRINGS } from '../strings.js';

export function AnchorQuote({ text, href }: { text: string; href: string }) {
  return (
    <blockquote className="anchor mx-4 my-2 max-h-40 shrink-0 overflow-auto border-l-3 border-accent pl-3 text-sm text-soft wrap-anywhere">
      <span className="quoted">{text}</span>{' '}
      <a className="tap text-xs whitespace-nowrap" href={href}>
        {STRINGS.threads.show}
      </a>
    </blockquote>
  );
}
