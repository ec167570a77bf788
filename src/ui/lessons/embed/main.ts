import { mount } from 'svelte';
import '../../theme.css';
import EmbeddedLesson from './EmbeddedLesson.svelte';

/**
 * The one document that other pages may frame: a lesson and nothing around it. The build refuses it as soon as anything
 * that knows of keys is part of it (../build/embedPage.ts).
 */
const target = document.querySelector('#lesson');
if (target) {
  target.replaceChildren();
  mount(EmbeddedLesson, { target });
}
