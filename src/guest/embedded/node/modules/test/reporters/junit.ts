import { inspect } from '../../util/inspect.ts';
import type { TestEvent, TestOutcome } from '../events.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Node escapes the quotes first, and then what it has escaped them with. */
const attribute = (text: string): string => escaped(text.replaceAll('\n', '').replaceAll('"', '&quot;'));

interface Element {
  readonly nesting: number;
  readonly name: string;
  readonly children: (Element | string)[];
  tag: string;
  attributes: Record<string, string | number>;
  body: string;
}

function print(element: Element | string, indent: string): string {
  if (typeof element === 'string') return `${indent}<!-- ${element.replaceAll('--', '&#45;&#45;')} -->\n`;
  const attributes = Object.entries(element.attributes).map(
    ([name, value]) => ` ${name}="${attribute(String(value))}"`,
  );
  const open = `${indent}<${element.tag}${attributes.join('')}`;
  if (element.children.length === 0 && element.body === '') return `${open}/>\n`;
  const inner = element.children.map((child) => print(child, `${indent}\t`)).join('');
  return `${open}>\n${inner}${element.body === '' ? '' : `${escaped(element.body)}\n`}${indent}</${element.tag}>\n`;
}

function leaf(tag: string, attributes: Element['attributes'], body = ''): Element {
  return { nesting: 0, name: '', children: [], tag, attributes, body };
}

const isFailed = (element: Element | string): boolean =>
  typeof element !== 'string' &&
  (element.attributes.failure !== undefined || Number(element.attributes.failures) > 0);
const isSkipped = (element: Element | string): boolean =>
  typeof element !== 'string' &&
  element.children.some((child) => typeof child !== 'string' && child.tag === 'skipped');

/** The JUnit reporter: XML, written at the end. */
export function createJunitReporter(hostname: string): (event: TestEvent | null) => string {
  const roots: (Element | string)[] = [];
  const open: Element[] = [];

  function close(type: 'test:pass' | 'test:fail', data: TestOutcome): void {
    const element = open.pop();
    if (!element) return;
    const time = (data.details.duration_ms / 1000).toFixed(6);
    const tests = element.children.filter((child) => typeof child !== 'string');
    if (tests.length > 0) {
      element.tag = 'testsuite';
      const failures = tests.filter(isFailed).length;
      const skipped = tests.filter(isSkipped).length;
      element.attributes = {
        name: data.name,
        time,
        disabled: 0,
        errors: 0,
        tests: tests.length,
        failures,
        skipped,
        hostname,
      };
      return;
    }
    element.attributes = { name: data.name, time, classname: 'test' };
    if (data.skip !== undefined)
      element.children.push(leaf('skipped', { type: 'skipped', message: String(data.skip) }));
    if (data.todo !== undefined)
      element.children.push(leaf('skipped', { type: 'todo', message: String(data.todo) }));
    if (type !== 'test:fail') return;
    const error = data.details.error as { message?: string; failureType?: string };
    element.attributes.failure = error.message ?? '';
    element.children.push(
      leaf('failure', { type: error.failureType ?? '', message: error.message ?? '' }, inspect(error)),
    );
  }

  return (event) => {
    if (!event) {
      const body = roots.map((root) => print(root, '\t')).join('');
      return `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${body}</testsuites>\n`;
    }
    const siblings = open.at(-1)?.children ?? roots;
    if (event.type === 'test:start') {
      const element: Element = {
        nesting: event.data.nesting,
        name: event.data.name,
        children: [],
        tag: 'testcase',
        attributes: {},
        body: '',
      };
      siblings.push(element);
      open.push(element);
    } else if (event.type === 'test:pass' || event.type === 'test:fail') close(event.type, event.data);
    else if (event.type === 'test:diagnostic') siblings.push(event.data.message);
    return '';
  };
}
