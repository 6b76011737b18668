import { type FamilyKey, families } from '../../../../shared/names/families.ts'
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

type Names<K extends FamilyKey> = (typeof families)[K]
type PathOf<K extends FamilyKey> = Extract<`/${Names<K>['path']}`, PathWith<'get'> & PathWith<'post'>>

/** Most documents on a page, as the interface allows. */
const PER_PAGE = 50

/** The documents of a family, by its names. */
export function documents<K extends FamilyKey>(key: K, order: Partial<Input<'get', PathOf<K>>> = {}) {
  const { kind, path, numberField }: Names<K> = families[key]
  return family<PathOf<K>, Names<K>['numberField']>(kind, `/${path}` as PathOf<K>, numberField, PER_PAGE, order)
}
