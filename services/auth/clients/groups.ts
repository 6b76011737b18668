import type { ClientSession, Connection } from 'mongoose'
import type { auth } from '../../../shared/contract/auth.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { refuseDuplicate } from '../../../shared/database/database-errors.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import type { ClientModel } from './client.model.ts'
import type { RightsVersions } from './rights.ts'

const fields = {
  /** Name. */
  _id: field.text,
  permissions: field.numbers,
  reports: field.numbers,
}

/** The permissions of the clients in a group. */
type GroupRecord = RecordOf<typeof fields>

const schema = defineSchema('groups', fields)

export const groupModel = (connection: Connection) => connection.model('Group', schema)
export type GroupModel = ReturnType<typeof groupModel>

type Group = Output<typeof auth.createGroup>

/** Groups of clients with the same permissions (docs/decisions/access.md#10). */
export function createGroups(groups: GroupModel, clients: ClientModel, rights: RightsVersions) {
  return {
    async create(input: Input<typeof auth.createGroup>, session: ClientSession): Promise<Group> {
      const { name, permissions, reports = [] } = input
      const group = { _id: name, permissions: [...new Set(permissions)], reports: [...new Set(reports)] }
      await groups.create([group], { session }).catch(refuseDuplicate(`Group ${name} exists already.`))
      return toGroup(group)
    },

    async exists(name: string, session: ClientSession): Promise<boolean> {
      return (await groups.exists({ _id: name }).session(session)) !== null
    },

    /** Changes a group and copies its permissions and reports to its clients. Throws 404. */
    async update(input: Input<typeof auth.updateGroup>, session: ClientSession): Promise<Group> {
      const { name, permissions, reports } = input
      const group = await groups.findById(name, null, { session }).lean()
      if (!group) throw new AppError('not_found', `There is no group named ${name}.`)
      const changes = {
        ...(permissions && { permissions: [...new Set(permissions)] }),
        ...(reports && { reports: [...new Set(reports)] }),
      }
      await groups.updateOne({ _id: name }, { $set: changes }, { session })
      if (Object.keys(changes).length > 0) {
        const rightsOfAll = { ...changes, ...(await rights.nextVersion(session)) }
        await clients.updateMany({ group: name }, { $set: rightsOfAll }, { session })
      }
      return toGroup({ ...group, ...changes })
    },

    async list(input: Omit<PageQuery, 'modifiedSince'>) {
      const query = { ...input, modifiedSince: undefined }
      const { direction } = requestedSort(query, ['name']) ?? { direction: 1 }
      const list = { filter: {}, sort: { _id: direction } }
      const { totalCount, found } = await readCountedPage<GroupRecord>(groups, list, query)
      return toPage(found.map(toGroup), totalCount, query)
    },
  }
}

export type Groups = ReturnType<typeof createGroups>

function toGroup({ _id: name, permissions, reports }: GroupRecord): Group {
  return { name, permissions: [...permissions], reports: [...reports] }
}
