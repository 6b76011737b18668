import { defineCommand, UsageError } from './command.ts'
import { connect } from './connect.ts'
import { followFeed, openPosition, parseTypes, typesOption } from './feed.ts'
import { createStopSignal, print } from './terminal.ts'

export const follow = defineCommand(
  {
    name: 'follow',
    summary: 'Print the changes of stock and catalog as they happen, one JSON object in a line',
    positionals: [],
    options: {
      types: typesOption,
      since: {
        placeholder: 'SEQUENCE',
        description: 'Begin after this change; 0 is the beginning; with what comes unless said',
      },
      state: { placeholder: 'FILE', description: 'Keep the position in this file, and go on from it' },
    },
    details: ['A state file that exists goes before --since. SIGINT and SIGTERM end it.'],
  },
  async ({ options }) => {
    const types = parseTypes(options.types)
    const since = parseSince(options.since)
    const position = await openPosition(options.state)
    const stop = createStopSignal()
    const { client } = await connect(stop)
    let sequence = position.stored?.sequence
    for await (const { changes, next } of followFeed(client, { since: sequence ?? since, types, stop })) {
      for (const change of changes) await print(JSON.stringify(change))
      if (next !== sequence) await position.store({ sequence: next })
      sequence = next
    }
  },
)

function parseSince(given: string | undefined): number | 'latest' {
  if (given === undefined || given === 'latest') return 'latest'
  if (!/^\d{1,15}$/.test(given)) throw new UsageError(`--since takes a sequence, not ${given}.`)
  return Number(given)
}
