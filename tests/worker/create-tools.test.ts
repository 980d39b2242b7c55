import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../store/database.js';
import { calculate } from '../../extend/tools/calculate.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import { createTools } from '../../worker/create-tools.js';

const BUILT_IN = ['identify_user', 'memory_read', 'memory_write'];

describe('createTools', () => {
  const db = openDatabase({ url: 'postgres://nobody@localhost:1/none' });
  afterAll(() => db.destroy());

  test("a project's tools -> registered beside the built-in ones, all of which may run again", () => {
    const tools = createTools({ db, tools: [calculate] });
    expect(tools.find('calculate')).toBe(calculate);
    expect(tools.schemas(BUILT_IN).map(({ name }) => name)).toEqual(BUILT_IN);
    expect(BUILT_IN.map((name) => tools.find(name)?.retry)).toEqual(['safe', 'safe', 'safe']);
  });

  test.each(BUILT_IN)("a project's tool named '%s' -> refused with a remedy", (name) => {
    const own = defineTool({ name, description: 'Mine.', input: z.object({}), execute: () => 'x' });
    expect(() => createTools({ db, tools: [own] })).toThrow(
      `Tool '${name}' has the name of a built-in tool: give yours another name`,
    );
  });
});
