import { listProviders } from '../../models/providers/providers.js';

const INTRO =
  'The built-in providers, and the models whose facts Threadline knows. A model has the facts of the longest id below ' +
  'with which its own id begins. [Models](../models.md) shows how to override them.';

type Provider = ReturnType<typeof listProviders>[number][1];
type Facts = Provider['models'][number];

export function renderModels(): string {
  const sections = listProviders().map(([, provider]) => renderProvider(provider));
  return ['# Models', INTRO, ...sections].join('\n\n') + '\n';
}

function renderProvider({ interfaces, variables, models }: Provider): string {
  const names = Object.keys(interfaces).map((name) => `\`${name}\``);
  const rows = models.map(
    (facts) =>
      `| \`${facts.prefix}\` | ${renderWindow(facts)} | ${count(facts.maxOutputTokens)} | ${renderPrice(facts)} | ${facts.takesPictures === false ? 'no' : 'yes'} |`,
  );
  return [
    `## ${names.join(', ')}`,
    variables
      ? `Key: ${[variables.otherApiKey, variables.apiKey]
          .filter((name) => name !== undefined)
          .map((name) => `\`${name}\``)
          .join(' or ')}. Address: \`${variables.baseUrl}\`.`
      : 'It needs no key.',
    [
      '| model | context window | output limit | USD per million input / output tokens | images |',
      '| --- | ---: | ---: | ---: | --- |',
      ...rows,
    ].join('\n'),
  ].join('\n\n');
}

function renderWindow({ contextWindow, maxInputTokens }: Facts): string {
  return maxInputTokens === undefined
    ? count(contextWindow)
    : `${count(contextWindow)}, input ${count(maxInputTokens)}`;
}

function renderPrice({ price }: Facts): string {
  return price ? `${price.input} / ${price.output}` : '';
}

function count(tokens: number | undefined): string {
  return tokens?.toLocaleString('en-US') ?? '';
}
