export { demoFiles } from './files.ts';
export { demoModel, demoPrompt, demoScript, demoTitle } from './script.ts';
