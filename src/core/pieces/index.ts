export type { SourceRange, UnitsByRole } from './account.ts';
export {
  isWholeView,
  omittedRanges,
  omittedUnits,
  seenRanges,
  seenUnits,
  sourcesOfView,
  sourceUnits,
  unitsByRole,
} from './account.ts';
export {
  harnessPiece,
  normalizePieces,
  outputPiece,
  pieceUnits,
  slicePieces,
  textOfPiece,
  textOfPieces,
  unitsOfPieces,
} from './pieces.ts';
export { isFullyWindowed, readableFromEnd, readableFromStart, sliceWindowed } from './windowed.ts';
