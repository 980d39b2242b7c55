import { isValidElement, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../parts/button.js';
import { copyText } from '../parts/copy-text.js';
import { STRINGS } from '../strings.js';

export function CodeBlock({ children }: ComponentProps<'pre'>) {
  const ref = useRef<HTMLPreElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const { text, language } = readCode(children);
  const colored = useColors(text, language);
  return (
    <div className="code group/code">
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-3 text-xs text-faint">
        <span>{language}</span>
        <Button
          kind="quiet"
          size="small"
          onClick={() => void copyText(ref.current?.innerText ?? text).then(setIsCopied)}
        >
          {isCopied ? STRINGS.chat.copied : STRINGS.chat.copy}
        </Button>
      </div>
      <pre ref={ref} tabIndex={0}>
        {colored === undefined ? children : <code>{colored}</code>}
      </pre>
    </div>
  );
}

function readCode(children: ReactNode): { text: string; language: string } {
  if (!isValidElement<ComponentProps<'code'>>(children)) return { text: '', language: '' };
  const { className = '', children: text } = children.props;
  const language = /language-([^\s]+)/.exec(className)?.[1] ?? '';
  return { text: typeof text === 'string' ? text : '', language };
}

function useColors(text: string, language: string): ReactNode {
  const [colored, setColored] = useState<{ text: string; nodes: ReactNode }>();
  useEffect(() => {
    if (language === '' || text === '') return undefined;
    let isWanted = true;
    void import('./highlight.js').then(
      ({ highlight }) => isWanted && setColored({ text, nodes: highlight(text, language) }),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [text, language]);
  // The colored text lags behind streamed code.
  return colored?.text === text ? colored.nodes : undefined;
}
