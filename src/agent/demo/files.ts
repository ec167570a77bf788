import type { SeedFile } from '../workspace/guestHost.ts';

/** Modules that the demo builds. Each prints about 42 lines, which makes a log of some 200 KB. */
const modules = [
  'accounts alerts archive assets audit backup billing branding cache calendar',
  'catalog charts checkout cms colors comments config contacts coupons currency',
  'dashboard delivery digest discounts docs drafts editor events export feeds',
  'filters forms gallery geo graph groups health help history icons',
  'import index inbox invoices labels layout ledger locale logging maps',
  'media menus metrics notes orders pages payments printing reports routes',
].join('\n');

/**
 * The build: real work on real files. For each module it takes the setting named in modules.txt, follows the
 * variables in it, and writes what it would deploy. A setting that uses a variable that nobody defines is an
 * error, found while the build runs and printed in the middle of its log.
 */
const buildScript = `#!/bin/bash
# Builds every module of modules.txt into out/ and says what it does.
conf=config/app.conf
modules=$(cat modules.txt)
set -- $modules
total=$#
number=0
errors=0
mkdir -p out
echo "build: $total modules, settings from $conf"
for module in $modules; do
  number=$((number + 1))
  setting=$(grep "^$module=" config/settings.map)
  setting=\${setting#*=}
  setting=\${setting:-ASSET_DIR}
  line=$(grep -n "^$setting=" $conf)
  value=\${line#*=}
  variable=\${value%%/*}
  variable=\${variable#\\$}
  printf '[%02d/%d] %s: setting %s, value %s\\n' $number $total $module $setting "$value"
  awk -v n=$number -v total=$total -v module=$module 'BEGIN {
    for (part = 1; part <= 42; part++)
      printf "[%02d/%d] %s: compile part-%02d.tmpl to out/%s/part-%02d.html, %d bytes, ok\\n", n, total, module, part, module, part, n * 137 + part * 53
  }'
  if grep -q "^$variable=" $conf; then
    echo "$module $value" > out/$module.txt
  else
    errors=$((errors + 1))
    echo "$conf:\${line%%:*}: error: $setting uses the variable $variable, which is not defined" >&2
    echo "[$number/$total] $module: skipped, its output folder is unknown" >&2
  fi
done
if [ $errors -gt 0 ]; then
  echo "build failed: $errors of $total modules with errors"
  exit 1
fi
echo "build passed: $total modules, 0 errors"
`;

const appConf = `# Where the build puts things. A value may begin with a variable of this file.
BUILD_ROOT=/home/user/project/out

# Pages and everything that they load.
ASSET_DIR=$BUILD_ROOT/assets
MEDIA_DIR=$BUILD_ROOT/media

# Reports are made every night.
REPORT_DIR=$BUILD_ROT/reports
LEDGER_DIR=$BUILD_ROOT/ledger
`;

const settingsMap = `gallery=MEDIA_DIR
ledger=LEDGER_DIR
media=MEDIA_DIR
metrics=REPORT_DIR
`;

const readme = `# Demo workspace

\`bash build.sh\` builds the modules of \`modules.txt\`. It fails: find out why.
`;

/** What a new demo session begins with, below its workspace. */
export const demoFiles: readonly SeedFile[] = [
  { path: 'README.md', text: readme },
  { path: 'build.sh', text: buildScript },
  { path: 'modules.txt', text: `${modules}\n` },
  { path: 'config/app.conf', text: appConf },
  { path: 'config/settings.map', text: settingsMap },
];
