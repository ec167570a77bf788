import type { ModelRef, SessionState, TokenCounter } from '../../core/index.ts';
import type { BootedGuest, Guest, GuestBoot } from '../../guest/index.ts';
import type { ModelClient } from '../../models/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { Playing } from '../calls/playedCall.ts';
import type { PermissionBook } from '../permissions/permissionBook.ts';
import type { After } from '../timers.ts';
import type { ToolSource } from '../tools/externalTools.ts';
import type { LineMatcher } from '../tools/search/matcher.ts';
import type { SeedFile } from '../workspace/guestHost.ts';
import { usualPlaces } from '../workspace/places.ts';

/** Folders of every guest; the profile prints paths below them before a guest has booted. */
export const guestPlaces = { home: usualPlaces.home, workspace: usualPlaces.workspace } as const;

export interface SessionDeps {
  readonly store: SessionStore;
  readonly counter: TokenCounter;
  readonly bootGuest: (boot: GuestBoot) => Promise<Guest | BootedGuest>;
  /** Whether booting that would ask a server outside; absent where nothing ever does. */
  readonly guestAsksOthers?: (boot: GuestBoot) => Promise<boolean>;
  readonly model: (ref: ModelRef) => Promise<ModelClient>;
  readonly createMatcher: () => LineMatcher;
  readonly permissions: PermissionBook;
  /** Tools of MCP servers; absent where there is no network. */
  readonly mcpTools?: ToolSource;
  readonly clock: () => number;
  readonly after: After;
  readonly seedFiles: () => Promise<readonly SeedFile[]>;
  readonly caps: { readonly commandBytes: number; readonly sessionBytes: number };
  readonly maxSteps: number;
  readonly askToPersist: () => void;
  /** Called after every durable append, to keep the session list true. */
  readonly onLogged: (state: SessionState) => void;
  readonly onDisposed: () => void;
  /** The recording that this session plays; absent where it is a person's own. */
  readonly played?: Playing;
}
