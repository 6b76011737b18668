#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { InventoryError } from '../inventory-error.ts'
import { apiVersion } from '../schema.ts'
import { type Command, Failure, type Given, helpOf, helpOfAll, type Options, UsageError } from './command.ts'
import { completion } from './completion.ts'
import { exportList } from './export.ts'
import { follow } from './follow.ts'
import { listen } from './listen.ts'
import { login, logout } from './login.ts'
import { requests } from './request.ts'
import { describeError, describeLostConnection, isLostConnection, note, print } from './terminal.ts'
import { trigger } from './trigger.ts'

const doing: readonly Command[] = [login, logout, ...requests, exportList, follow, listen, trigger]

/** Every command, in the sequence of the help. */
const commands: readonly Command[] = [...doing, completion(doing)]

const DONE = 0
const FAILED = 1
const USED_WRONGLY = 2

// A reader that has gone, as in `inventory follow | head -1`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await run(process.argv.slice(2))

/** Runs `inventory` with these arguments; resolves to its exit code. */
async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') {
    await print(helpOfAll(commands))
    return name === undefined ? USED_WRONGLY : DONE
  }
  if (name === '--version') {
    await print(apiVersion)
    return DONE
  }
  const command = commands.find((one) => one.name === name)
  if (!command) {
    note(`inventory: there is no command ${name}. Run inventory --help for the list.`)
    return USED_WRONGLY
  }
  return runCommand(command, args)
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  try {
    const given = readArguments(command, args)
    if (given.options.help) await print(helpOf(command))
    else await command.run(given)
    return DONE
  } catch (error) {
    if (error instanceof UsageError) {
      note(`inventory ${command.name}: ${error.message}\nRun inventory ${command.name} --help for its options.`)
      return USED_WRONGLY
    }
    if (error instanceof Failure) note(error.message)
    else if (error instanceof InventoryError) note(describeError(error))
    else if (isLostConnection(error)) note(describeLostConnection(error))
    else if (isSystemError(error)) note(error.message)
    else if (isStopped(error)) note('Stopped.')
    else throw error
    return FAILED
  }
}

/** A file that cannot be written, for instance. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

/** By a signal, while the service had not responded yet. */
function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function readArguments(command: Command, args: readonly string[]): Given<Options> {
  const given = parse(command, args)
  const required = command.positionals.filter((name) => !name.startsWith('['))
  const [surplus] = given.positionals.slice(command.positionals.length)
  if (given.options.help) return given
  if (surplus !== undefined) throw new UsageError(`${surplus} is one argument too many.`)
  const missing = required[given.positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`)
  return given
}

function parse({ options }: Command, args: readonly string[]): Given<Options> {
  const known = Object.entries({ ...options, help: {} }).map(([name, option]) => [
    name,
    { type: 'placeholder' in option ? 'string' : 'boolean' } as const,
  ])
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(known),
      allowPositionals: true,
    })
    // Without `multiple` each option has one value, of the type that it states.
    return { options: values as Given<Options>['options'], positionals }
  } catch (error) {
    // parseArgs says what is wrong in a TypeError with such a code.
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      throw new UsageError(`${error.message.split('. ', 1)}.`)
    throw error
  }
}
