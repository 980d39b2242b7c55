import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import type { EditorState } from '@codemirror/state';
import { Compartment, type Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { EditorView, basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import type { FlowProblem } from '../../../flow/validation/flow-problem.js';
import { flowJsonSchema } from '../../../flow/flow-json-schema.js';
import { findPath, findPlace } from './json-places.js';
import { pathTo, readDraft } from './read-draft.js';
import { suggestNames, suggestValues, type Schema } from './suggest.js';

export interface Mark {
  line: number;
  from: number;
  severity: FlowProblem['severity'];
  message: string;
}

interface EditorProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** `problems` belong to `text`. `definition` is the last valid one. */
  draft: { text: string; definition: unknown };
  problems: readonly FlowProblem[];
  onMarks: (marks: readonly Mark[]) => void;
  compared: string | undefined;
  place: { node: string } | Mark | undefined;
}

export default function FlowEditor(props: EditorProps) {
  const { label, text, onChange, draft, problems, onMarks, compared, place } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const comparison = useRef(new Compartment());
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (parent.current === null) return undefined;
    const made = new EditorView({
      doc: text,
      parent: parent.current,
      extensions: [
        basicSetup,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        THEME,
        syntaxHighlighting(COLOURS),
        json(),
        autocompletion({ override: [suggest] }),
        lintGutter(),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current(state.doc.toString());
        }),
        comparison.current.of([]),
      ],
    });
    view.current = made;
    return () => made.destroy();
    // Another text has another key and creates another editor.
  }, []);
  useEffect(() => {
    if (view.current) onMarks(showProblems(view.current, problems));
  }, [problems, draft.text]);
  useEffect(() => {
    view.current?.dispatch({ effects: comparison.current.reconfigure(compareWith(compared)) });
  }, [compared]);
  useEffect(() => {
    if (place && view.current) goToPlace(view.current, place, draft.definition);
  }, [place]);
  return <div className="flow-editor" ref={parent} />;
}

function compareWith(original: string | undefined): Extension {
  return original === undefined ? [] : unifiedMergeView({ original, mergeControls: false });
}

function showProblems(view: EditorView, problems: readonly FlowProblem[]): Mark[] {
  const all = [...jsonParseLinter()(view), ...problems.map((problem) => toDiagnostic(view.state, problem))];
  view.dispatch(setDiagnostics(view.state, all));
  return all.map(({ from, severity, message }) => ({
    from,
    line: view.state.doc.lineAt(from).number,
    severity: severity === 'warning' ? severity : 'error',
    message,
  }));
}

function toDiagnostic(state: EditorState, problem: FlowProblem): Diagnostic {
  const { definition } = readDraft(state.doc.toString());
  return {
    ...findPlace(state, pathTo(definition, problem)),
    severity: problem.severity,
    message: problem.message,
  };
}

function goToPlace(view: EditorView, place: NonNullable<EditorProps['place']>, definition: unknown): void {
  const { from } = 'from' in place ? place : findPlace(view.state, pathTo(definition, place));
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 40 }),
  });
  if ('from' in place) view.focus();
}

let schema: Schema | undefined;

function suggest({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  schema ??= flowJsonSchema() as Schema;
  const { path, isName, from, to } = findPath(state, pos);
  if (from === to && !explicit) return null;
  const { definition } = readDraft(state.doc.toString());
  const words = isName ? suggestNames(schema, definition, path) : suggestValues(schema, definition, path);
  if (words.length === 0) return null;
  return {
    from,
    to,
    options: words.map(({ word, description }) => ({
      label: JSON.stringify(word),
      displayLabel: word,
      type: isName ? 'property' : 'constant',
      ...(description !== undefined && { info: description }),
    })),
  };
}

const THEME = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '13px',
    backgroundColor: 'var(--color-ground)',
    color: 'var(--color-ink)',
  },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'ui-monospace, monospace' },
  '.cm-gutters': { backgroundColor: 'var(--color-raised)', color: 'var(--color-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--color-raised)' },
  '.cm-content': { caretColor: 'var(--color-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--color-line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line)',
  },
  '.cm-tooltip.cm-completionInfo.cm-completionInfo-right-narrow': { left: '26px' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent)' },
  { tag: tags.string, color: 'var(--color-ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-busy)' },
]);
