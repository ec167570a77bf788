import { createBrowserWorkbench } from './agent/index.ts';
import { startApp } from './ui/index.ts';

const target = document.querySelector<HTMLElement>('#app');
if (target) startApp(target, createBrowserWorkbench);
