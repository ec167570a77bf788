export { startApp } from './app/start.ts';
