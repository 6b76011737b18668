import type { Connection } from 'mongoose'
import type { Migration } from './migration.ts'

interface Unused extends Pick<Migration, 'name' | 'removableIn'> {
  readonly collections: readonly string[]
  /** Names of indexes, by collection. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
}

/** Drops collections and indexes that nothing uses. A process of the version before makes its own again at its start. */
export function unusedStructures(connection: Connection, { collections, indexes = {}, ...named }: Unused): Migration {
  const find = async () => {
    const existing = new Set((await connection.listCollections()).map(({ name }) => name))
    const drops: (() => Promise<unknown>)[] = collections
      .filter((name) => existing.has(name))
      .map((name) => () => connection.dropCollection(name))
    for (const [name, unused] of Object.entries(indexes).filter(([collection]) => existing.has(collection))) {
      const collection = connection.collection(name)
      for (const { name: index } of await collection.indexes())
        if (index !== undefined && unused.includes(index)) drops.push(() => collection.dropIndex(index))
    }
    return drops
  }
  return {
    ...named,
    isRepeated: true,
    count: async () => (await find()).length,
    async *run() {
      for (const drop of await find()) {
        await drop()
        yield { changed: 1 }
      }
    },
  }
}
