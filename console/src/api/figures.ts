import type { Schemas } from './http/contract.ts'
import { read } from './http/operations.ts'
import { queryClient } from './http/query-client.ts'

/** The system's figures at a moment, in milliseconds since 1970. */
export type FigureSample = Schemas['SystemFigures'] & { readonly at: number }

export const SAMPLE_EVERY_MS = 10_000
/** An hour. */
const MAX_SAMPLES = 360

type Service = Schemas['SystemFigures']['services'][number]

export const isWithoutFault = ({ ready, reasons }: Pick<Service, 'ready' | 'reasons'>): boolean =>
  ready && reasons.length === 0

export const countFaulty = async (): Promise<number> =>
  (await readFigures({})).services.filter((service) => !isWithoutFault(service)).length

const readFigures = read('/Health/Figures')
const queryKey = ['system figures']

/** The figures since the screen was opened first, one more with each request. */
export const systemFigures = {
  queryKey,
  queryFn: async (): Promise<readonly FigureSample[]> => {
    const figures = await readFigures({})
    const before = queryClient.getQueryData<readonly FigureSample[]>(queryKey) ?? []
    return [...before, { ...figures, at: Date.now() }].slice(-MAX_SAMPLES)
  },
  refetchInterval: SAMPLE_EVERY_MS,
}
