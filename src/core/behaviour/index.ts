export type { BehaviourCheck, BehaviourId, BehaviourResult } from './behaviour.ts';
export { behaviourOf, behaviourTitles } from './behaviour.ts';
