import { MODEL_VARIABLES } from '../../models/choose-model.js';
import type { LoadedProject } from './load-project.js';

export function describeProject(loaded: LoadedProject): [name: string, value: string][] {
  if (loaded.kind === 'own') {
    const flows = loaded.project.flows.map((flow) => flow.slug).join(', ');
    return [['Project', `${loaded.file} with ${flows}`]];
  }
  const { model, reason } = loaded.chosen;
  const lines = [`${model} (${reason})`];
  if (model.startsWith('offline:'))
    lines.push(
      'This is the offline model, not a language model: it is deterministic and answers only from text in',
      `the context. Set ${MODEL_VARIABLES} for a real one.`,
    );
  return [['Model', lines.join('\n')]];
}
