/** What a movement is planned from: a request, or what another system has recorded, which says less. */
export type Given<I, K extends keyof I> = Pick<I, K> & { readonly [F in keyof I]?: I[F] | undefined }

/** The same with its units, in which a request may not be given. */
export type GivenMovement<I extends { readonly itemID: unknown; readonly wid: unknown }> = Given<
  I,
  'itemID' | 'wid'
> & {
  readonly units: number
}
