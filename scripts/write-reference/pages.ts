import type { Page, Section } from './option.js';
import { readFlowSections } from './read-flow-schema.js';
import { ExportedTypes } from './read-types.js';

export function readPages(): Page[] {
  const types = new ExportedTypes(['index.ts', 'packages/testing/index.ts']);
  const sections = (...names: string[]) => names.map((name) => types.describe(name));
  const given = (...names: string[]) => sections(...names).map((section) => ({ ...section, isGiven: true }));
  const events = { ...types.describeUnion('TurnEvent', 'type'), isGiven: true };
  return [...projectPages({ sections, given }), ...usePages({ sections, given, events })];
}

type Describe = (...names: string[]) => Section[];

function projectPages({ sections, given }: Record<'sections' | 'given', Describe>): Page[] {
  return [
    {
      file: 'configuration.md',
      title: 'Configuration',
      intro:
        'What `threadline.config.ts` may say. Variables of the environment are in [configuration](../configuration.md).',
      sections: [
        ...sections('ProjectConfig', 'EndpointSource', 'EndpointSource.models'),
        ...sections('McpProcess', 'McpEndpoint').map((section) => ({
          ...section,
          exampleKeys: [section.name, 'McpCallSettings'],
        })),
        ...sections('ProjectConfig.limits', 'ProjectConfig.retention'),
      ],
    },
    {
      file: 'flows.md',
      title: 'Flows and nodes',
      intro:
        'The fields of a flow and of the configuration of each kind of node, in JSON and in `defineFlow`. How flows work is in [flows](../flows.md). In the examples `base` is a flow that is whole without the line, and `MODEL` an id such as `openai:gpt-5-mini`.',
      sections: readFlowSections(),
    },
    {
      file: 'tools.md',
      title: 'Tools and own nodes',
      intro:
        'What `defineTool` and `defineNode` take, and what their `execute` is given. In the examples `base` and `node` are definitions that are whole without the line, `context` and `run` the second argument of `execute`.',
      sections: [
        ...sections('ToolDefinition'),
        ...given('ToolContext'),
        ...sections('NodeDefinition'),
        ...given('NodeContext'),
      ],
    },
  ];
}

function usePages({
  sections,
  given,
  events,
}: Record<'sections' | 'given', Describe> & { events: Section }): Page[] {
  return [
    {
      file: 'client.md',
      title: 'Client',
      intro:
        'What `connect` takes and returns. In the examples `client` comes from `connect`, `conversation` from `client.conversation`, and `start` has a flow and a text.',
      sections: [
        ...sections('ConnectOptions'),
        ...given('Threadline'),
        ...sections('ConversationKey'),
        ...given('ConversationHandle'),
        ...sections('Message', 'SendOptions', 'OpenThread', 'MergeOptions'),
        ...given('Executions'),
        ...given('FlowVersions'),
        ...sections('StartExecution', 'Budget', 'AnswerInput', 'PushStepInput', 'TrajectoryOptions'),
      ],
    },
    {
      file: 'events.md',
      title: 'Events of a stream',
      intro: 'What `stream` of a conversation and of an execution gives, in order.',
      sections: [events],
    },
    {
      file: 'testing.md',
      title: 'Testing',
      intro:
        'What `threadline/testing` offers to test a project with. How to use it is in [testing](../testing.md).',
      sections: [
        ...sections('TestEnvironmentOptions', 'TestSystemOptions'),
        ...given('TestSystem'),
        ...sections('ModelServerOptions'),
        ...given('ModelServer'),
        ...sections('ChaosOptions'),
      ],
    },
  ];
}
