import type { Program, Rule } from './ast.ts';
import type { Code, Step } from './code.ts';
import type { Compiler } from './compile.ts';
import { done, goExit, goNext, goNextFile } from './statements.ts';
import { isTrue, type Value } from './values.ts';

interface CompiledRule {
  readonly pattern: Code<Value> | null;
  readonly until: Code<Value> | null;
  readonly body: Step | null;
  inRange: boolean;
}

/** BEGIN, the rules over all records, END. */
export async function runProgram(program: Program, compiler: Compiler): Promise<void> {
  const { runtime } = compiler;
  const { streams } = runtime;
  const begin = program.begin.map((each) => compiler.statement(each));
  const rules = program.rules.map((rule) => compiledRule(rule, compiler));
  const end = program.end.map((each) => compiler.statement(each));
  let exits = false;
  for (const step of begin) {
    if ((await step.run()) === goExit || runtime.exits) {
      exits = true;
      break;
    }
  }
  if (!exits && (rules.length > 0 || end.length > 0)) exits = await overRecords(rules, compiler);
  runtime.exits = false;
  // `exit` in BEGIN or a rule still runs END; in END it ends it.
  if (!exits || program.rules.length > 0 || end.length > 0) {
    for (const step of end) if ((await step.run()) === goExit || runtime.exits) break;
  }
  await streams.closeAll();
}

async function overRecords(rules: readonly CompiledRule[], compiler: Compiler): Promise<boolean> {
  const { runtime } = compiler;
  const { streams } = runtime;
  for (;;) {
    const record = await runtime.readMain();
    if (record === null) return false;
    runtime.setRecord(record);
    for (const rule of rules) {
      const applied = applies(rule);
      if (!(applied instanceof Promise ? await applied : applied)) continue;
      if (!rule.body) {
        streams.output.print(runtime.record + runtime.specials.ORS);
        continue;
      }
      const result = rule.body.run();
      const signal = result instanceof Promise ? await result : result;
      if (runtime.exits || signal === goExit) return true;
      if (signal === goNextFile) await streams.nextMain();
      if (signal === goNext || signal === goNextFile) break;
      if (signal !== done) break;
    }
    if (streams.isFull) await streams.flush();
    if (streams.output.closed) return true;
  }
}

function compiledRule({ pattern, until, body }: Rule, compiler: Compiler): CompiledRule {
  return {
    pattern: pattern && compiler.expression(pattern),
    until: until && compiler.expression(until),
    body: body && compiler.statement(body),
    inRange: false,
  };
}

function applies(rule: CompiledRule): boolean | Promise<boolean> {
  const { pattern, until } = rule;
  if (!pattern) return true;
  if (!until) {
    const value = pattern.run();
    return value instanceof Promise ? value.then(isTrue) : isTrue(value);
  }
  return inRange(rule, pattern, until);
}

async function inRange(rule: CompiledRule, from: Code<Value>, until: Code<Value>): Promise<boolean> {
  if (!rule.inRange) {
    if (!isTrue(await from.run())) return false;
    rule.inRange = true;
  }
  if (isTrue(await until.run())) rule.inRange = false;
  return true;
}
