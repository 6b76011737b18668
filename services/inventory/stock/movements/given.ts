/** What a movement is planned from: a request, or what another system has recorded, which says less. */
export type Given<I, K extends keyof I> = Pick<I, K> & { readonly [F in keyof I]?: I[F] | undefined }
