import { validateForm } from '../grammar/validate-form.js';
import type { ContextManifest } from '../manifest.js';
import { renderManifest } from '../render-manifest.js';
import type { ManifestSources } from '../sent/sources.js';
import type { CallContents } from './call-contents.js';
import { readQuestion } from './say-rows.js';

/**
 * Renders a call that was just planned, as it will be rendered from its rows. Throws when the outcome is one that the
 * provider would refuse: an error of ours.
 */
export function renderCall(
  manifest: ContextManifest,
  contents: CallContents,
  text: ManifestSources['text'],
): ReturnType<typeof renderManifest> {
  const messages = renderManifest(manifest, { ...contentSources(contents), text });
  const [problem] = validateForm(messages, manifest);
  if (problem !== undefined)
    throw new Error(`What is rendered is not valid for ${manifest.grammar}: ${problem}`);
  return messages;
}

/** The rows that a call was planned from, as rendering takes them. */
function contentSources(contents: CallContents): Omit<ManifestSources, 'text'> {
  const { thread, trace, answers, leading } = contents;
  const summary = leading.find((one) => one.from === 'summary');
  const standing = leading.find((one) => one.from === 'standing');
  const passages = leading.find((one) => one.from === 'passages');
  return {
    thread,
    trace,
    answers,
    summary: summary?.body,
    standing: standing?.rendered,
    passages: passages?.found,
    input: readQuestion(contents),
    inputAttachments: contents.pictures.get(contents.turnStart),
  };
}
