import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, test } from 'vitest';
import { valueSchemas } from '../../../../src/core/log/index.ts';
import { recordingSchema } from '../../../../src/core/recording/schema.ts';

/** Said once each, by name: they stand in many places. */
const { assistantPart, facts, outcome, piece, profile } = valueSchemas;

const title = 'A Spillway recording';

test('the published JSON schema is the one that the page checks with', async () => {
  const { $schema, ...schema } = toJsonSchema(recordingSchema, {
    target: 'draft-2020-12',
    // What a check of code says (an order, a path below the workspace) has no form there; the README names it.
    errorMode: 'ignore',
    definitions: { assistantPart, facts, outcome, piece, profile },
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema === valueSchemas.key
        ? { type: 'string', pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}$' }
        : null,
  });
  const text = `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../recordings/schema.json');
});
