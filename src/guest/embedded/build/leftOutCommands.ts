/**
 * Commands of just-bash that are never called, since the guest has its own of that name: their code would be a sixth of
 * what every command worker loads and parses before its first prompt. Their names stay: just-bash lays out `/bin` and
 * answers `type` by them. Not those that ours stand on (`origCommand`).
 */
export const leftOutCommands: readonly string[] = (
  'echo cat printf ls mkdir touch rm cp mv ln chmod head tail wc stat grep fgrep ' +
  'egrep sed awk sort uniq cut paste tr rev split column join tee find basename dirname ' +
  'jq tree du env xargs clear bash sh base64 diff date sleep timeout seq expr md5sum sha1sum ' +
  'sha256sum file tac hostname whoami od gzip gunzip zcat curl readlink ' +
  'comm fold nl expand unexpand strings'
).split(' ');

const entry =
  /\{name:"([a-z0-9_-]+)",load:async\(\)=>\(await Promise\.resolve\(\)\.then\(\(\)=>\(([\w$]+)\(\),([\w$]+)\)\)\)\.([\w$]+)\}/g;

/**
 * The text without the way to them, and with its modules marked as free of effects, so that the bundler drops those
 * that nothing leads to. Throws where just-bash's list of commands is not as expected.
 */
export function leaveOutCommands(code: string): string {
  const leftOut = new Set(leftOutCommands);
  const orphans = new Set<string>();
  const kept = new Set<string>();
  const without = code.replace(entry, (whole, name: string, _start, exports: string) => {
    if (!leftOut.delete(name)) {
      kept.add(exports);
      return whole;
    }
    orphans.add(exports);
    return `{name:"${name}",load:async()=>({name:"${name}",execute:async()=>({stdout:"",stderr:"",exitCode:127})})}`;
  });
  if (leftOut.size > 0) throw new Error(`just-bash patch: there is no command ${[...leftOut].join(', ')}`);
  let shaken = without.replace(/([\s,][\w$]+)=L\(\(\)=>/g, '$1=/*@__PURE__*/L(()=>');
  for (const exports of orphans) {
    if (kept.has(exports)) continue;
    const name = exports.replaceAll('$', '\\$');
    const declared = new RegExp(`var ${name}=\\{\\};ae\\(${name},\\{[^{}]*\\}\\);`);
    if (!declared.test(shaken)) throw new Error(`just-bash patch: there is no module ${exports}`);
    shaken = shaken.replace(declared, '');
  }
  return shaken;
}
