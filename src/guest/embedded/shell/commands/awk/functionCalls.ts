import { asyncFunctions } from './analysis.ts';
import type { Expr, FunctionDefinition } from './ast.ts';
import { type Code, liftMany, type Step } from './code.ts';
import type { Compiler } from './compile.ts';
import { AwkSyntaxError } from './lexer.ts';
import { done, goExit } from './statements.ts';
import type { AwkArray, Value } from './values.ts';

interface CompiledFunction {
  readonly parameters: number;
  readonly arrays: readonly boolean[];
  body: Step;
}

/** The functions that a program defines, and calls of them. */
export class FunctionCalls {
  readonly #compiler: Compiler;
  readonly #definitions: ReadonlyMap<string, FunctionDefinition>;
  readonly #arrays: ReadonlyMap<string, readonly boolean[]>;
  readonly #async: ReadonlySet<string>;
  readonly #functions = new Map<string, CompiledFunction>();

  /** `arrays` says which parameters hold arrays, by function. */
  constructor(
    compiler: Compiler,
    definitions: ReadonlyMap<string, FunctionDefinition>,
    arrays: ReadonlyMap<string, readonly boolean[]>,
  ) {
    this.#compiler = compiler;
    this.#definitions = definitions;
    this.#arrays = arrays;
    this.#async = asyncFunctions(definitions);
  }

  compileAll(): void {
    for (const definition of this.#definitions.values()) this.#compile(definition);
  }

  #compile(definition: FunctionDefinition): void {
    const { variables, statements } = this.#compiler;
    const arrays = this.#arrays.get(definition.name)!;
    const compiled: CompiledFunction = {
      parameters: definition.parameters.length,
      arrays,
      body: { run: () => done },
    };
    this.#functions.set(definition.name, compiled);
    const outer = variables.scope;
    variables.scope = {
      slots: new Map(definition.parameters.map((name, slot) => [name, { slot, isArray: arrays[slot]! }])),
    };
    compiled.body = statements.compile(definition.body);
    variables.scope = outer;
  }

  call({ name, args, line }: Extract<Expr, { kind: 'call' }>): Code<Value> {
    const { runtime, variables } = this.#compiler;
    const definition = this.#definitions.get(name);
    if (!definition) throw new AwkSyntaxError('', line + 1, `function ${name} never defined`);
    const arrays = this.#arrays.get(name)!;
    if (args.length > arrays.length) throw new AwkSyntaxError(`too many arguments in call to ${name}`, line);
    const compiled = args.map((arg, index): Code<Value | AwkArray> => {
      if (arrays[index] && arg.kind === 'name') return { isAsync: false, run: variables.array(arg.name) };
      return this.#compiler.expression(arg);
    });
    const functions = this.#functions;
    const finish = (frame: (Value | AwkArray)[]): Value => {
      runtime.frame = frame;
      const value = runtime.returned;
      runtime.returned = undefined;
      return value;
    };
    const isAsync = this.#async.has(name) || compiled.some((each) => each.isAsync);
    return liftMany(
      compiled,
      (values) => {
        const { parameters, body } = functions.get(name)!;
        const outer = runtime.frame;
        runtime.depth++;
        if (runtime.depth > 5000) throw new RangeError('awk: function call nesting too deep');
        const frame: (Value | AwkArray)[] = new Array(parameters).fill(undefined);
        for (let index = 0; index < values.length; index++) frame[index] = values[index];
        runtime.frame = frame;
        const signal = body.run();
        const leave = (code: number): Value => {
          runtime.depth--;
          if (code === goExit) runtime.exits = true;
          return finish(outer);
        };
        return signal instanceof Promise ? signal.then(leave) : leave(signal);
      },
      isAsync,
    );
  }
}
