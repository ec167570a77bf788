import { loadProfiles } from '../../src/core/index.ts';

// The page loads profiles when a session names them; tests look at any of them.
await loadProfiles();
