import type { Command } from 'just-bash/browser';
import { type CommandTools, succeed } from './command.ts';

/**
 * What a program answers to `--help`: how it is called, as the real one says it, and what it does in our words. One a
 * line: name, ways to call it, purpose.
 */
const coreutils = `
base32|[OPTION]... [FILE]|Encode a file or standard input in base32, or decode it with -d.
base64|[OPTION]... [FILE]|Encode a file or standard input in base64, or decode it with -d.
basename|NAME [SUFFIX];OPTION... NAME...|Print names without their folders, and without a suffix.
cat|[OPTION]... [FILE]...|Print files, or standard input, one after the other.
chgrp|[OPTION]... GROUP FILE...|Change the group of files.
chmod|[OPTION]... MODE[,MODE]... FILE...;[OPTION]... OCTAL-MODE FILE...|Change the permissions of files.
chown|[OPTION]... [OWNER][:[GROUP]] FILE...|Change the owner and the group of files.
cksum|[OPTION]... [FILE]...|Print or check checksums.
comm|[OPTION]... FILE1 FILE2|Compare two sorted files line by line.
cp|[OPTION]... [-T] SOURCE DEST;[OPTION]... SOURCE... DIRECTORY;[OPTION]... -t DIRECTORY SOURCE...|Copy files, and folders with -r.
csplit|[OPTION]... FILE PATTERN...|Cut a file into pieces at lines that match.
cut|OPTION... [FILE]...|Print parts of lines: bytes (-b), characters (-c) or fields (-f).
date|[OPTION]... [+FORMAT]|Print the time in a form, or another time with -d.
dd|[OPERAND]...;OPTION|Copy a file in blocks: if=, of=, bs=, count=, skip=, seek=, conv=.
df|[OPTION]... [FILE]...|Show how full file systems are.
dirname|[OPTION] NAME...|Print the folders of names.
du|[OPTION]... [FILE]...|Print how much files and folders take.
env|[OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]|Run a command with other variables, or print them.
expand|[OPTION]... [FILE]...|Write spaces for tabs.
expr|EXPRESSION;OPTION|Print the value of an expression.
factor|[NUMBER]...;OPTION|Print the prime factors of numbers.
fmt|[-WIDTH] [OPTION]... [FILE]...|Fill and break the lines of paragraphs.
fold|[OPTION]... [FILE]...|Break lines that are too long.
head|[OPTION]... [FILE]...|Print the first 10 lines of files, or as many as -n says.
id|[OPTION]... [USER]...|Print who the user is.
install|[OPTION]... [-T] SOURCE DEST;[OPTION]... SOURCE... DIRECTORY;[OPTION]... -d DIRECTORY...|Copy files and set their permissions.
join|[OPTION]... FILE1 FILE2|Join lines of two sorted files that have a field in common.
ln|[OPTION]... [-T] TARGET LINK_NAME;[OPTION]... TARGET;[OPTION]... TARGET... DIRECTORY|Make links to files.
ls|[OPTION]... [FILE]...|List files and what is in folders.
md5sum|[OPTION]... [FILE]...|Print MD5 checksums, or check them with -c.
mkdir|[OPTION]... DIRECTORY...|Make folders.
mktemp|[OPTION]... [TEMPLATE]|Make a temporary file or folder and print its name.
mv|[OPTION]... [-T] SOURCE DEST;[OPTION]... SOURCE... DIRECTORY;[OPTION]... -t DIRECTORY SOURCE...|Rename or move files.
nice|[OPTION] [COMMAND [ARG]...]|Run a command with another priority.
nl|[OPTION]... [FILE]...|Print files with numbers before their lines.
nohup|COMMAND [ARG]...;OPTION|Run a command that goes on when the terminal is closed.
nproc|[OPTION]...|Print the number of processors.
numfmt|[OPTION]... [NUMBER]...|Turn numbers into a form that people read, or back.
od|[OPTION]... [FILE]...|Print bytes as octal, hexadecimal or characters.
paste|[OPTION]... [FILE]...|Put the lines of files side by side.
readlink|[OPTION]... FILE...|Print where a link leads, or the whole path with -f.
realpath|[OPTION]... FILE...|Print the whole paths of files.
rm|[OPTION]... [FILE]...|Remove files, and folders with -r.
rmdir|[OPTION]... DIRECTORY...|Remove folders that are empty.
seq|[OPTION]... LAST;[OPTION]... FIRST LAST;[OPTION]... FIRST INCREMENT LAST|Print numbers from one to another.
sha1sum|[OPTION]... [FILE]...|Print SHA1 checksums, or check them with -c.
sha256sum|[OPTION]... [FILE]...|Print SHA256 checksums, or check them with -c.
sha512sum|[OPTION]... [FILE]...|Print SHA512 checksums, or check them with -c.
shuf|[OPTION]... [FILE];-e [OPTION]... [ARG]...;-i LO-HI [OPTION]...|Print lines in another order each time.
sleep|NUMBER[SUFFIX]...;OPTION|Wait for a time: seconds, or m, h and d.
sort|[OPTION]... [FILE]...|Print the lines of files in order.
split|[OPTION]... [FILE [PREFIX]]|Cut a file into pieces of as many lines or bytes.
stat|[OPTION]... FILE...|Print what is known of a file.
stdbuf|OPTION... COMMAND|Run a command with other buffers.
tac|[OPTION]... [FILE]...|Print files from the last line to the first.
tail|[OPTION]... [FILE]...|Print the last 10 lines of files, or as many as -n says; -f follows what is added.
tee|[OPTION]... [FILE]...|Copy standard input to files and to standard output.
timeout|[OPTION] DURATION COMMAND [ARG]...;[OPTION]|Run a command and end it after a time.
touch|[OPTION]... FILE...|Set the times of files, which are made where they are not there.
tr|[OPTION]... STRING1 [STRING2]|Turn characters into others, squeeze them or leave them out.
truncate|OPTION... FILE...|Make files shorter or longer.
tsort|[OPTION] [FILE]|Order names so that each stands before those that depend on it.
tty|[OPTION]...|Print the name of the terminal.
uname|[OPTION]...|Print what system this is.
unexpand|[OPTION]... [FILE]...|Write tabs for spaces.
uniq|[OPTION]... [INPUT [OUTPUT]]|Leave out, count or find lines that are equal to the one before.
wc|[OPTION]... [FILE]...|Count lines, words and bytes.
whoami|[OPTION]...|Print the name of the user.
yes|[STRING]...;OPTION|Print a line for ever.`;

/** Programs of other packages: what they answer to `--version` stands first. */
const others = `
cmp (GNU diffutils) 3.8|cmp|[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]|Compare two files byte by byte.
column from util-linux 2.38.1|column|[options] [<file>...]|Put words into columns, or make a table with -t.
diff (GNU diffutils) 3.8|diff|[OPTION]... FILES|Compare files line by line.
envsubst (GNU gettext-runtime) 0.21|envsubst|[OPTION] [SHELL-FORMAT]|Put the values of variables into a text.
file-5.44|file|[OPTION...] [FILE...]|Say what kind of files these are.
find (GNU findutils) 4.9.0|find|[-H] [-L] [-P] [-Olevel] [-D debugopts] [path...] [expression]|Look for files below folders.
free from procps-ng 4.0.2|free|[options]|Print how much memory is used.
getconf (Debian GLIBC 2.36-9+deb12u14) 2.36|getconf|[-v SPEC] VAR;[-v SPEC] PATH_VAR PATH|Print a value of the system.
GNU Wget 1.21.3 built on linux-gnu.|wget|[OPTION]... [URL]...|Fetch files of the network.
grep (GNU grep) 3.8|grep|[OPTION]... PATTERNS [FILE]...|Print lines that match a pattern.
hexdump from util-linux 2.38.1|hexdump|[options] <file>...|Print bytes as numbers and characters.
hostname 3.23|hostname|[-a|-A|-d|-f|-i|-I|-s|-y]|Print the name of this computer.
less 590 (GNU regular expressions)|less|[option]... [file]...|Print files.
ps from procps-ng 4.0.2|ps|[options]|Print the processes that run.
rev from util-linux 2.38.1|rev|[options] [file ...]|Print lines from the last character to the first.
GNU strings (GNU Binutils for Debian) 2.40|strings|[option(s)] [file(s)]|Print what is text in files.
tar (GNU tar) 1.34|tar|[OPTION...] [FILE]...|Put files into an archive (-c), list them (-t) or take them out (-x).
tree v2.1.0|tree|[-acdfghilnpqrstuvxACDFJQNSUX] [-L level] [-P pattern] [-I pattern] [--] [directory ...]|Print what is in folders as a tree.
uptime from procps-ng 4.0.2|uptime|[options]|Print for how long the system runs.
xargs (GNU findutils) 4.9.0|xargs|[OPTION]... COMMAND [INITIAL-ARGS]...|Run a command with arguments that are read.`;

interface Description {
  readonly version: string;
  readonly help: string;
}

function described(version: string, name: string, calls: string, purpose: string): Description {
  const lines = calls
    .split(';')
    .map((call, index) => `${index === 0 ? 'Usage:' : '  or: '} ${name} ${call}\n`);
  const options =
    '      --help        display this help and exit\n      --version     output version information and exit\n';
  return { version: `${version}\n`, help: `${lines.join('')}${purpose}\n\n${options}` };
}

const linesOf = (text: string) => text.trim().split('\n');

const descriptions: ReadonlyMap<string, Description> = new Map([
  ...linesOf(coreutils).map((line): [string, Description] => {
    const [name = '', calls = '', purpose = ''] = line.split('|');
    const brand = name === 'dd' ? 'coreutils' : 'GNU coreutils';
    return [name, described(`${name} (${brand}) 9.1`, name, calls, purpose)];
  }),
  ...linesOf(others).map((line): [string, Description] => {
    const [version = '', name = '', ...rest] = line.split('|');
    const purpose = rest.pop() ?? '';
    return [name, described(version, name, rest.join('|'), purpose)];
  }),
]);

/** What a program that was asked for nothing but its help or its version answers; null where it was asked for more. */
export function selfDescription(name: string, args: readonly string[]): string | null {
  if (args.length !== 1) return null;
  const description = descriptions.get(name);
  if (args[0] === '--help') return description?.help ?? null;
  return args[0] === '--version' ? (description?.version ?? null) : null;
}

/** The commands, which answer `--help` and `--version` as programs do. */
export function describingThemselves(tools: CommandTools, commands: readonly Command[]): Command[] {
  return commands.map((command) => {
    if (!descriptions.has(command.name)) return command;
    return {
      ...command,
      execute: async (args, context) => {
        const words = selfDescription(command.name, args);
        if (words === null) return command.execute(args, context);
        tools.live.takeCall(command.name);
        return succeed(words);
      },
    };
  });
}
