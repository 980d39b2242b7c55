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
        'The options of `threadline.config.ts`. [Configuration](../configuration.md) lists the environment variables.',
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
        'The fields of a flow and of each kind of node, in JSON and in `defineFlow`. [Flows](../flows.md) explains how flows work. In the examples, `base` is a complete flow, and `MODEL` an id such as `openai:gpt-5-mini`.',
      sections: readFlowSections(),
    },
    {
      file: 'tools.md',
      title: 'Tools and own nodes',
      intro:
        'The options of `defineTool` and `defineNode`, and the context of their `execute`. In the examples, `base` and `node` are complete definitions, and `context` and `run` the second argument of `execute`.',
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
        'The options of `connect`, and the client that it returns. In the examples, `client` comes from `connect`, `conversation` from `client.conversation`, and `start` has a flow and a text.',
      sections: [
        ...sections('ConnectOptions'),
        ...given('Threadline'),
        ...sections('ConversationKey'),
        ...given('ConversationHandle'),
        ...sections('Message', 'SendOptions', 'OpenThread', 'MergeOptions'),
        ...given('Executions'),
        ...given('FlowVersions'),
        ...given('Memories'),
        ...sections('StartExecution', 'Budget', 'AnswerInput', 'PushStepInput', 'TrajectoryOptions'),
      ],
    },
    {
      file: 'events.md',
      title: 'Events of a stream',
      intro: 'The events that `stream` of a conversation or an execution yields, in order.',
      sections: [events],
    },
    {
      file: 'testing.md',
      title: 'Testing',
      intro:
        'The options and objects of `threadline/testing`. [Testing](../testing.md) shows how to use them.',
      sections: [
        ...sections('TestEnvironmentOptions', 'TestSystemOptions'),
        ...given('TestSystem'),
        ...sections('ModelServerOptions'),
        ...given('ModelServer'),
        ...sections('ChaosOptions', 'StartTimeSkippingServerOptions'),
        ...given('TimeSkippingServer'),
      ],
    },
  ];
}
