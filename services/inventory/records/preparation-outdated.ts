/** Thrown by a plan if what was read before its transaction no longer holds: the request is prepared again. */
export class PreparationOutdated extends Error {
  override readonly name = 'PreparationOutdated'
}
