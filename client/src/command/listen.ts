import { defineCommand, UsageError } from './command.ts'
import { connect } from './connect.ts'
import { createDeliver, makeSecret, parseSecret, type Result } from './deliver.ts'
import { type Change, followFeed, openPosition, parseTypes, typesOption } from './feed.ts'
import { readSecretFile } from './files.ts'
import { createStopSignal, note, pause, print } from './terminal.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export const listen = defineCommand(
  {
    name: 'listen',
    summary: 'Send changes to a receiver on your machine as a webhook would, signed, one after the other',
    positionals: [],
    options: {
      'forward-to': { placeholder: 'URL', description: 'The receiver, http://localhost:4000/hook for instance' },
      types: typesOption,
      state: { placeholder: 'FILE', description: 'Keep position and secret in this file, and go on from it' },
      'secret-file': {
        placeholder: 'FILE',
        description:
          'Sign with the secret in it; - reads the standard input. By default that of the state file, or a new one',
      },
      secret: { placeholder: 'whsec_…', description: 'Refused, since other users see arguments: use --secret-file' },
    },
    details: [
      'It begins with what comes. A change that is not accepted with 2xx is sent again, with growing pauses of up to 30 s,',
      'before the next one. SIGINT and SIGTERM end it when the delivery under way has its response.',
    ],
  },
  async ({ options }) => {
    const url = parseReceiver(options['forward-to'])
    const types = parseTypes(options.types)
    const file = options['secret-file']
    if (options.secret !== undefined)
      throw new UsageError(
        '--secret would show the secret in the list of processes: give --secret-file FILE, or - for stdin.',
      )
    const given = file === undefined ? undefined : parseSecret(await readSecretFile(file))
    const position = await openPosition(options.state)
    const secret = given ?? position.stored?.secret ?? makeSecret()
    const stop = createStopSignal()
    const { client } = await connect(stop)
    await print(`Signing with ${secret}`)
    let sequence = position.stored?.sequence
    const store = async (reached: number) => {
      await position.store({ sequence: reached, secret })
      sequence = reached
    }
    if (sequence !== undefined) await store(sequence)
    let isListening = false
    const deliver = createDeliver(url, secret)
    for await (const { changes, next } of followFeed(client, { since: sequence ?? 'latest', types, stop })) {
      if (!isListening) await print(`Listening: what comes after change ${sequence ?? next} is sent to ${url.href}`)
      isListening = true
      for (const change of changes) {
        if (!(await deliverUntilAccepted(() => deliver(change), change, stop))) return
        await store(change.sequence)
      }
      if (next !== sequence) await store(next)
    }
  },
)

/** Resolves to false when stopped before. */
async function deliverUntilAccepted(
  deliver: () => Promise<Result>,
  { sequence, type }: Change,
  stop: AbortSignal,
): Promise<boolean> {
  for (let pauseMs = FIRST_PAUSE_MS; !stop.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const { isAccepted, outcome, retryAfterMs = 0 } = await deliver()
    if (isAccepted) {
      await print(`${sequence} ${type}: ${outcome}`)
      return true
    }
    const waitMs = Math.max(pauseMs, retryAfterMs)
    note(`${sequence} ${type}: ${outcome}. Sent again in ${waitMs / 1000} s.`)
    await pause(waitMs, stop)
  }
  return false
}

function parseReceiver(given: string | undefined): URL {
  if (given === undefined) throw new UsageError('--forward-to is missing.')
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`${given} is no address.`)
  return new URL(given)
}
