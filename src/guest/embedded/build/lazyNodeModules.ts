import type { Plugin } from 'vite';

const importLine = /^import \{([^}]*)\} from '(\.[^']+)';$/gm;

/**
 * Makes the list of builtin modules take each of them in when it is first asked for: a start of `node` then pays for
 * no hash tables, ciphers and parsers that the program never uses. Elsewhere (tests) the imports are what they say.
 */
export function lazyNodeModules(): Plugin {
  return {
    name: 'spillway-lazy-node-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/node/modules/index.ts')) return null;
      return code.replace(importLine, (line, list: string, path: string) => {
        const names = list
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean);
        // Only factories can wait for their call.
        if (!names.every((name) => /^create[A-Z]\w*$/.test(name))) return line;
        return names
          .map((name) => `const ${name} = (system) => require('${path}').${name}(system);`)
          .join('\n');
      });
    },
  };
}
