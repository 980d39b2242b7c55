import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TriedDraft } from '../../../views/flow.js';
import { post } from '../api/request.js';
import { SchemaForm } from '../form/schema-form.js';
import { useInputForm } from '../form/use-input-form.js';
import { Button } from '../parts/button.js';
import { describeCall } from '../parts/describe-call.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { toolFlow } from './tool-flow.js';
import { ToolOutcome } from './tool-outcome.js';

export function ToolForm({ name, schema }: { name: string; schema: unknown }) {
  const form = useInputForm(schema, undefined);
  const element = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState<TriedDraft>();
  const [problem, setProblem] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const { input, run, help } = STRINGS.tools;
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      const body = { definition: toolFlow(name, form.value), text: describeCall(name, form.value) };
      setTried(await post<TriedDraft>('/flows/drafts', { body }));
    } catch (error) {
      setProblem(error as Error);
    }
    setSending(false);
  };
  return (
    <div className="grid max-w-3xl gap-4">
      <form
        ref={element}
        className="tool-form grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check(element.current)) void send();
        }}
      >
        <p className="hint">{help}</p>
        <SchemaForm {...form} label={input} />
        <Button type="submit" kind="primary" className="justify-self-start" disabled={isSending}>
          <Play size={14} aria-hidden="true" />
          {run}
        </Button>
        {problem ? <Problem error={problem} /> : null}
      </form>
      {tried ? <ToolOutcome key={tried.executionId} executionId={tried.executionId} /> : null}
    </div>
  );
}
