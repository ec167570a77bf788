/** What this guest has and has not, for the model: the facts that it would otherwise find out by failing. */
export const embeddedGuestAbout = [
  'This computer is a small Linux inside the page: bash 5 (jobs, pipes, arrays, traps), the usual GNU text and file commands (grep, sed, awk, jq, find, xargs, sort, diff, tar, gzip, zip, make, bc, curl, …), git, node 20 with npm, as user `user` without root.',
  'Not there, and not installable: python, perl, ruby, compilers (gcc, go, rust, java), docker, apt, sudo, ssh, editors such as vim, native binaries. Write small programs in node or shell.',
  'There is no network unless the user has allowed a host for this session; servers of your own on localhost work. One clock, UTC.',
].join('\n');
