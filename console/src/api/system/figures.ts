import { api, bodyOf, type Schemas } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'

/** The system's figures at a moment, in milliseconds since 1970. */
export type FigureSample = Schemas['SystemFigures'] & { readonly at: number }

export const SAMPLE_EVERY_MS = 10_000
/** An hour. */
const MAX_SAMPLES = 360

const queryKey = ['system figures']

/** The figures since the screen was opened first, one more with each request. */
export const systemFigures = {
  queryKey,
  queryFn: async (): Promise<readonly FigureSample[]> => {
    const figures = await bodyOf(api.GET('/Health/Figures'))
    const before = queryClient.getQueryData<readonly FigureSample[]>(queryKey) ?? []
    return [...before, { ...figures, at: Date.now() }].slice(-MAX_SAMPLES)
  },
  refetchInterval: SAMPLE_EVERY_MS,
}
