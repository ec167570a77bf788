import { npmVersion } from './version.ts';

/** What `npm` prints when it is called without a command. */
export const usage = `npm <command>

Usage:

npm install        install all the dependencies in your project
npm install <foo>  add the <foo> dependency to your project
npm test           run this project's tests
npm run <foo>      run the script named <foo>

All commands of this guest's npm:

    ci, config, exec, help, init, install, ls, outdated, pkg, prefix,
    restart, root, run, start, stop, test, uninstall, version, view

Packages come over the page, after the user has allowed the
registry's host for this session. Install scripts are not run.

npm@${npmVersion}
`;
