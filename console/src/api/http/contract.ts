import type { components, paths } from '../../../../client/src/schema.ts'

export type Schemas = components['schemas']
export type Method = 'get' | 'post' | 'put' | 'delete'

export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, { responses: unknown }>> ? P : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> = Extract<paths[P][M], { responses: unknown }>

/** What an operation does not take is `never` in the schema. */
type Taken<T> = [T] extends [never] ? object : T
type ParametersIn<Where extends 'path' | 'query', O> = O extends { parameters: { [Name in Where]?: infer T } }
  ? Taken<NonNullable<T>>
  : object
type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer T } } } ? Taken<T> : object

/** What is undefined is not sent. */
type OrUndefined<T> = { [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name] }

/** What an operation takes in its path, its query and its body together. */
export type Input<M extends Method, P extends keyof paths> = OrUndefined<
  ParametersIn<'path', Operation<M, P>> & ParametersIn<'query', Operation<M, P>> & BodyOf<Operation<M, P>>
>

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never

/** What an operation returns when it succeeds. */
export type ResponseBody<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer All } ? JsonOf<All[keyof All & (200 | 201)]> : never

/** The statuses of records, the types of ledger entries, and those of changes. */
export {
  changeTypes,
  countStatus as countStatuses,
  reservationState as reservationStates,
  shippingOrderStatus as orderStatuses,
  transactionType as entryTypes,
  transitStatus as transitStatuses,
  workOrderStatus as workStatuses,
} from '../../../../client/src/schema.ts'

/** Which items are listed; absent: all. */
export const itemStatuses = ['Active', 'Discontinued'] as const

/** Which lots are listed; absent: those in stock. */
export const lotStates = ['gone', 'all'] as const
