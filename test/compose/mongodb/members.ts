import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type StoredPassword, storePassword } from './scram.ts'

const State = z.object({
  /** The host of the only member; undefined before replSetInitiate. */
  host: z.string().optional(),
  users: z.array(
    z.object({
      name: z.string(),
      /** Databases that the user may use; `*` for all of them. */
      databases: z.array(z.string()),
      password: z.object({ salt: z.string(), storedKey: z.string(), serverKey: z.string() }),
    }),
  ),
})

export interface User {
  readonly name: string
  readonly databases: readonly string[]
  readonly password: StoredPassword
}

/** The replica set's configuration and the users, kept in the data folder. The first start creates the user root. */
export function openMembers(folder: string, rootPassword: string) {
  const path = join(folder, 'members.json')
  const state: z.output<typeof State> = existsSync(path)
    ? State.parse(JSON.parse(readFileSync(path, 'utf8')))
    : { users: [{ name: 'root', databases: ['*'], password: storePassword(rootPassword) }] }
  const save = () => {
    writeFileSync(`${path}.new`, JSON.stringify(state))
    renameSync(`${path}.new`, path)
  }
  save()

  return {
    get host() {
      return state.host
    },
    initiate(host: string) {
      state.host = host
      save()
    },
    find: (name: string): User | undefined => state.users.find((user) => user.name === name),
    create(name: string, password: string, databases: readonly string[]) {
      state.users.push({ name, databases: [...databases], password: storePassword(password) })
      save()
    },
  }
}

export type Members = ReturnType<typeof openMembers>
