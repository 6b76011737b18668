import type { Input, PathWith } from './contract.ts'
import { list, record, withDryRun } from './operations.ts'

/** The path of one of a family, like `/Count/{countNo}`. */
type OneOf<P extends string, Key extends string> = Extract<PathWith<'get'>, `${P}/{${Key}}`>
/** The names of the steps that the contract has for one of a family, like `Approve`. */
type StepOf<One extends string> = {
  [P in PathWith<'post'>]: P extends `${One}/${infer Name}` ? Name : never
}[PathWith<'post'>]

/** A family of documents, all from its path: its list, one by its key, how one is made, and its steps. */
export function family<P extends PathWith<'get'> & PathWith<'post'>, Key extends string>(
  name: string,
  path: P,
  key: Key,
  pageSize: number,
  order: Partial<Input<'get', P>> = {},
) {
  const one = `${path}/{${key}}` as OneOf<P, Key>
  return {
    list: list(`${name}s`, path, pageSize, order),
    one: record(name, one),
    create: withDryRun('post', path),
    step: <Name extends StepOf<OneOf<P, Key>>>(step: Name) =>
      withDryRun('post', `${one}/${step}` as Extract<PathWith<'post'>, `${OneOf<P, Key>}/${Name}`>),
  }
}
