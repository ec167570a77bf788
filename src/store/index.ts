export { createBrowserStore, createMemoryStore } from './createStore.ts';
export type {
  EventLog,
  JournalChange,
  JournalEntry,
  OutputStore,
  OutputWriter,
  RequestBodies,
  SessionStore,
  SessionSummary,
  Store,
  StoreStatus,
  WorkspaceJournal,
} from './port.ts';
