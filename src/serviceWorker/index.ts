export { isolateByReload, keepOffline } from './register.ts';
