export type { SourceRange, UnitsByRole } from './account.ts';
export {
  isWholeView,
  omittedRanges,
  omittedUnits,
  seenRanges,
  seenUnits,
  sourceUnits,
  unitsByRole,
} from './account.ts';
export {
  escapedPiece,
  harnessPiece,
  jsonInside,
  normalizePieces,
  outputPiece,
  pieceUnits,
  slicePieces,
  textOfPieces,
  unitsOfPieces,
} from './pieces.ts';
export { readableFromEnd, readableFromStart, sliceWindowed } from './windowed.ts';
