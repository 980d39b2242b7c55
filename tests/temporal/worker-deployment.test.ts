import { describe, expect, test } from 'vitest';
import { checkDeployment, type WorkerDeployment } from '../../temporal/worker-deployment.js';

describe('checkDeployment', () => {
  test.each([
    { name: 'support', buildId: 'a1b2c3' },
    { name: 'support/eu', buildId: '1.2.3' },
    { name: 'x'.repeat(255), buildId: 'x'.repeat(255) },
  ])('$name, $buildId -> accepted', (deployment) => {
    expect(() => checkDeployment(deployment)).not.toThrow();
  });

  test.each([
    ['', 'a', "The deployment name '' must have 1 to 255 bytes"],
    ['a.b', 'a', "The deployment name 'a.b' must have"],
    ['a:b', 'a', "The deployment name 'a:b' must have"],
    ['__a', 'a', "The deployment name '__a' must have"],
    ['é'.repeat(128), 'a', 'The deployment name'],
    ['support', '', "The build ID '' must have 1 to 255 bytes"],
    ['support', 'a:b', "The build ID 'a:b' must have"],
    ['support', undefined, "The build ID 'undefined' must have"],
  ])('%j, %j -> a sentence that names the part', (name, buildId, sentence) => {
    expect(() => checkDeployment({ name, buildId } as WorkerDeployment)).toThrow(sentence);
  });
});
