import { defineCommand, UsageError } from './command.ts'
import { connect } from './connect.ts'
import { type Done, movementOf, recipes, type Wanted } from './recipes.ts'
import { print } from './terminal.ts'

const DEFAULT_UNITS = 1

export const trigger = defineCommand(
  {
    name: 'trigger',
    summary: 'Make an event by really doing in a warehouse what it reports',
    positionals: ['TYPE'],
    options: {
      wid: { placeholder: 'W', description: 'The warehouse' },
      item: { placeholder: 'KEY', description: 'ShortID or alias of an item; one that fits unless said' },
      units: { placeholder: 'N', description: `How many units; ${DEFAULT_UNITS} unless said` },
      undo: { description: 'Reverse it afterwards, which is an event too: inventory.reversed' },
    },
    offered: Object.keys(recipes),
    details: [
      `Types: ${Object.keys(recipes).join(', ')}.`,
      'It changes the stock: choose a warehouse that is there for trying.',
    ],
  },
  async ({ positionals: [type = ''], options }) => {
    const recipe = recipes[type]
    if (!recipe) throw new UsageError(`${type} cannot be made. These can: ${Object.keys(recipes).join(', ')}.`)
    const wanted: Wanted = {
      wid: parseNumber('--wid', options.wid),
      units: options.units === undefined ? DEFAULT_UNITS : parseNumber('--units', options.units),
      itemID: options.item,
    }
    const { client } = await connect()
    const done = await recipe(client, wanted)
    await print(`${type}: ${toText(done)}`)
    if (!options.undo) return
    const path = { transactionNo: done.transactionNo }
    if (done.isReversal) return print(`Nothing to undo: transaction ${path.transactionNo} is a reversal.`)
    const undone = await movementOf(
      client.POST('/Inventory/Transactions/{transactionNo}/Reverse', { params: { path }, body: {} }),
    )
    await print(`inventory.reversed: transaction ${undone.reverses} by transaction ${undone.transactionNo}`)
  },
)

function toText({ units, shortID, wid, transactionNo, details }: Done): string {
  const where = `${units} of ${shortID} in warehouse ${wid}`
  return [where, ...(details === undefined ? [] : [details]), `transaction ${transactionNo}`].join(', ')
}

function parseNumber(option: string, given: string | undefined): number {
  if (given === undefined) throw new UsageError(`${option} is missing.`)
  if (!/^\d+(\.\d+)?$/.test(given)) throw new UsageError(`${option} takes a number, not ${given}.`)
  return Number(given)
}
