import { createMemoryStore } from '../../../src/store/index.ts';
import { describeStore } from './storeBehaviour.ts';

describeStore('the store in memory', async () => createMemoryStore());
