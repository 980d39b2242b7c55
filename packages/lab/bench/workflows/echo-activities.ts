export const echoActivities = {
  async echo(text: string): Promise<string> {
    return text;
  },
};

export type EchoActivities = typeof echoActivities;
