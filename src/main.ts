import { startApp } from './ui/index.ts';

const target = document.querySelector<HTMLElement>('#app');
if (target) startApp(target);
