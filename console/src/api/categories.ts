import { useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '../../../shared/day.ts'
import type { Schemas } from './http/contract.ts'
import { read, readPages, write } from './http/operations.ts'
import { ofChoices, queryClient } from './http/query-client.ts'
import { useMay } from './session-context.ts'

export type Category = Schemas['Category']
type Numbers = Pick<Category, 'category' | 'subCategory'>

const queryKey = ['categories']
const readPage = read('/Category')
const readAll = (): Promise<readonly Category[]> => readPages((page) => readPage({ page, pageSize: 250 }))

export function useCategories(): readonly Category[] {
  const mayRead = useMay('itemMasterList')
  return useQuery({ queryKey, queryFn: readAll, ...ofChoices, staleTime: HOUR_MS, enabled: mayRead }).data ?? []
}

/** The name of a category, or of a sub-category of it; undefined if it has none. */
export const nameIn = (all: readonly Category[], category: number, subCategory?: number): string | undefined =>
  all.find((one) => one.category === category && one.subCategory === subCategory)?.name

const putCategory = write('put', '/Category/{category}')
const putSubCategory = write('put', '/Category/{category}/{subCategory}')
const deleteCategory = write('delete', '/Category/{category}')
const deleteSubCategory = write('delete', '/Category/{category}/{subCategory}')

/** Names a category, or a sub-category of it; without a name it takes that away. */
export async function nameCategory(numbers: Numbers, name: string | undefined, key: string): Promise<unknown> {
  const response = await sendName(numbers, name, key)
  await queryClient.invalidateQueries({ queryKey })
  return response
}

function sendName({ category, subCategory }: Numbers, name: string | undefined, key: string): Promise<unknown> {
  if (subCategory === undefined)
    return name === undefined ? deleteCategory({ category }, key) : putCategory({ category, name }, key)
  const numbers = { category, subCategory }
  return name === undefined ? deleteSubCategory(numbers, key) : putSubCategory({ ...numbers, name }, key)
}
