import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { picture } from './picture.ts';

const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object' as const,
  properties,
  required,
});

const tools = [
  {
    name: 'echo',
    description: 'Gives back the message.',
    inputSchema: object({ message: { type: 'string' } }, ['message']),
  },
  {
    name: 'sales',
    description: 'Sales of a shop as one line of JSON, as many rows as asked for (2,000 by default).',
    inputSchema: object({ rows: { type: 'integer', minimum: 1, maximum: 50_000 } }),
  },
  { name: 'picture', description: 'A small picture.', inputSchema: object({}) },
  {
    name: 'count',
    description: 'Counts to a number, two a second, and says how far it is.',
    inputSchema: object({ to: { type: 'integer', minimum: 1, maximum: 100 } }),
  },
  { name: 'fail', description: 'Always reports an error.', inputSchema: object({}) },
  { name: 'grow', description: 'Adds one more tool to this server.', inputSchema: object({}) },
];

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });

function numberOf(input: Record<string, unknown>, name: string, fallback: number, max: number): number {
  const value = input[name];
  return typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), max) : fallback;
}

function sales(rows: number): string {
  const goods = ['tea', 'salt', 'rope', 'lamp oil', 'paper'];
  return JSON.stringify(
    Array.from({ length: rows }, (_, at) => ({
      id: at + 1,
      item: goods[(at * 7) % goods.length],
      pieces: ((at * 13) % 9) + 1,
      cents: ((at * 37) % 900) + 100,
      paid: at % 11 !== 0,
    })),
  );
}

/** A server in this very worker, so that MCP can be tried without a network. Gives the client's end. */
export async function connectDemoServer(): Promise<Transport> {
  const [client, own] = InMemoryTransport.createLinkedPair();
  const server = new Server(
    { name: 'demo', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  );
  let grown = 0;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...tools,
      ...Array.from({ length: grown }, (_, at) => ({
        name: `grown_${at + 1}`,
        description: 'Says that it has grown.',
        inputSchema: object({}),
      })),
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const input = params.arguments ?? {};
    switch (params.name) {
      case 'echo':
        return text(`Echo: ${String(input.message ?? '')}`);
      case 'sales':
        return text(sales(numberOf(input, 'rows', 2_000, 50_000)));
      case 'picture':
        return {
          content: [
            { type: 'text', text: 'A spillway:' },
            { type: 'image', data: picture, mimeType: 'image/png' },
          ],
        };
      case 'count': {
        const total = numberOf(input, 'to', 6, 100);
        const progressToken = params._meta?.progressToken;
        for (let progress = 1; progress <= total && !signal.aborted; progress += 1) {
          await new Promise((resolve) => setTimeout(resolve, 500));
          if (progressToken === undefined) continue;
          await sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, total },
          });
        }
        return text(`Counted to ${total}.`);
      }
      case 'fail':
        return { ...text('This tool fails whenever it is called.'), isError: true };
      case 'grow':
        grown += 1;
        await server.sendToolListChanged();
        return text(`There is a new tool: grown_${grown}.`);
      default:
        return /^grown_\d+$/.test(params.name)
          ? text('It has grown.')
          : { ...text(`There is no tool ${params.name}.`), isError: true };
    }
  });
  await server.connect(own);
  return client;
}
