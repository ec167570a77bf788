import type {
  OutputText,
  Piece,
  Profile,
  ProfileRef,
  SentView,
  ToolRecord,
  ViewAccount,
} from '../contract/index.ts';
import { sha256Hex } from '../hash/index.ts';
import {
  normalizePieces,
  omittedUnits,
  sourceUnits,
  textOfPieces,
  unitsByRole,
  unitsOfPieces,
} from '../pieces/index.ts';
import {
  isLossNote,
  presentWithJobs,
  profileContext,
  profileOf,
  type SessionPlaces,
} from '../profiles/index.ts';
import { wireText } from './wire.ts';

/**
 * What the model is sent for a record, under the profile that is in force. The only door to a model view:
 * the live turn, a reload and the tests come through here. `text` is the output cleaned by
 * `cleanerFor(profile, record.tool)`. Throws only where a profile names a range that neither window holds.
 */
export function sentViewOf(
  ref: ProfileRef,
  record: ToolRecord,
  text: OutputText,
  places: SessionPlaces,
): SentView {
  const profile = profileOf(ref);
  const pieces = piecesOf(profile, ref, record, text, places);
  // What is kept is what a request holds: the page of a file may have a NUL far behind its start.
  const view = wireText(textOfPieces(pieces, text));
  return {
    profile: { ...ref, id: profile.id, version: profile.version },
    pieces,
    text: view,
    sha256: sha256Hex(view),
    account: accountOf(pieces, record, text),
  };
}

/** The text of `sentViewOf` alone, for those who look at many: neither hashed nor accounted for. */
export function modelTextOf(
  ref: ProfileRef,
  record: ToolRecord,
  text: OutputText,
  places: SessionPlaces,
): string {
  return wireText(textOfPieces(piecesOf(profileOf(ref), ref, record, text, places), text));
}

/** How a kept view compares with a fresh one: a change of version explains a difference, nothing else does. */
export type SentCheck = 'same' | 'older-version' | 'differs';

/**
 * Makes the view again and compares. `older-version`: the view was made by a version of its profile that this
 * build does not have, so the kept words stand and nothing can be compared.
 */
export function verifySent(
  sent: SentView,
  record: ToolRecord,
  text: OutputText,
  places: SessionPlaces,
): SentCheck {
  const profile = profileOf(sent.profile);
  if (profile.id !== sent.profile.id || profile.version !== sent.profile.version) return 'older-version';
  const fresh = sentViewOf(sent.profile, record, text, places);
  const isSame =
    fresh.text === sent.text &&
    fresh.sha256 === sent.sha256 &&
    JSON.stringify(fresh.pieces) === JSON.stringify(normalizePieces(sent.pieces));
  return isSame ? 'same' : 'differs';
}

/** True where the view's profile has another version in this build; what was sent stays as it was. */
export function isOlderView(sent: Pick<SentView, 'profile'>): boolean {
  const profile = profileOf(sent.profile);
  return profile.id !== sent.profile.id || profile.version !== sent.profile.version;
}

function piecesOf(
  profile: Profile,
  ref: ProfileRef,
  record: ToolRecord,
  text: OutputText,
  places: SessionPlaces,
): readonly Piece[] {
  const ctx = profileContext(profile, ref, places);
  const { notice } = ctx.options;
  const made = normalizePieces(presentWithJobs(profile, record, text, ctx).map(safeWords));
  return notice === 'off' ? withoutNotices(made, text) : made;
}

/** The view without the harness's words about cuts; with them where nothing but white space would be left. */
function withoutNotices(pieces: readonly Piece[], text: OutputText): readonly Piece[] {
  const rest = normalizePieces(
    pieces.filter(
      (piece) =>
        piece.from === 'output' ||
        !(piece.role === 'notice' || piece.role === 'preview-end' || piece.role === 'gap'),
    ),
  );
  return textOfPieces(rest, text).trim() === '' ? pieces : rest;
}

/** Paths and messages in the harness's words may hold what no request survives: lone surrogates and NUL. */
function safeWords(piece: Piece): Piece {
  if (piece.from === 'output') return piece;
  return { ...piece, text: wireText(piece.text) };
}

function accountOf(pieces: readonly Piece[], record: ToolRecord, text: OutputText): ViewAccount {
  const source = sourceUnits(pieces, text);
  const omitted = omittedUnits(pieces, text);
  return {
    sourceUnits: source,
    seenUnits: source - omitted,
    omittedUnits: omitted,
    harnessUnits: unitsOfPieces(pieces) - unitsByRole(pieces).output,
    whole:
      omitted === 0 &&
      record.output.loss === null &&
      !record.notes.some((note) => isLossNote(note, record)) &&
      !isCutByTool(record),
  };
}

/** Cuts that a tool made before there was an output to look at. */
function isCutByTool({ facts }: ToolRecord): boolean {
  if (facts === null) return false;
  switch (facts.kind) {
    case 'read-page':
      return facts.page.cut.kind !== 'none';
    case 'grep':
      return facts.omittedLines > 0 || facts.windowedLines > 0 || !facts.complete;
    case 'glob':
    case 'ls':
      return facts.shown < facts.found || !facts.complete;
    default:
      return false;
  }
}
