export {
  ParsedOutput,
  type Presented,
  presentOutput,
  profileById,
  profileRef,
  profiles,
  type RawOutput,
  type SessionPlaces,
} from '../core/index.ts';
