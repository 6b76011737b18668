import { Command, CommanderError, Option } from 'commander'
import { parseInput } from '../shared/contract/core/fields.ts'
import type { Operation } from '../shared/contract/core/operation.ts'
import { operations } from '../shared/contract/index.ts'
import { VERSION } from '../shared/contract/version.ts'
import { createAsyncApi } from './asyncapi.ts'
import { addFlags, flagsOf, permissionRows, readFlags } from './command-fields.ts'
import { callOperation } from './commands/call-operation.ts'
import { addDeadLetterList, addDeadLetterRepeat } from './commands/dead-letters.ts'
import { nouns } from './commands/nouns.ts'
import { readStatus } from './commands/status.ts'
import { openConnection } from './connection/connection.ts'
import { exportList, exports, filtersOf, formatsByName } from './exports.ts'
import { type ImportKind, importFile } from './imports/import-file.ts'
import { imports } from './imports/imports.ts'
import { CtlError, describeError, toFailure } from './output/failure.ts'
import { type Io, present } from './output/present.ts'

/** Runs one command of the operator; resolves to the exit code: 0, or 1 after an explanation on stderr. */
export async function runCtl(args: readonly string[], io: Io): Promise<number> {
  const asJson = args.includes('--json')
  const program = createProgram(io, asJson)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (asJson) io.stderr.write(`${JSON.stringify(toFailure(error))}\n`)
    // Commander has written its own sentence.
    else if (!(error instanceof CommanderError)) io.stderr.write(`${describeError(error).join('\n')}\n`)
    return 1
  }
}

function createProgram(io: Io, asJson: boolean): Command {
  const program = new Command('ctl')
    .description("The operator's command: clients, registries, imports and checks of a running system")
    .version(VERSION)
    .option('--json', 'write one JSON value instead of tables; failures too, to stderr')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => asJson || io.stderr.write(text),
    })
  for (const operation of operations) {
    if (operation.command) addOperation(leaf(program, operation.command), operation, io, asJson)
  }
  for (const [name, kind] of Object.entries(imports)) addImport(leaf(program, name), kind, io, asJson)
  for (const [name, operation] of Object.entries(exports))
    addExport(leaf(program, `export ${name}`), operation, io, asJson)
  leaf(program, 'status')
    .description('Show the state of every service: processes, calls that wait, events and deliveries that wait')
    .action(async () => {
      await using connection = await openConnection(io.env)
      const rows = await readStatus(connection)
      present(rows, io, asJson)
      const down = rows.filter(({ state }) => state === 'not ready' || state === 'no answer')
      if (down.length > 0) throw new CtlError(`Not ready: ${down.map(({ service }) => service).join(', ')}.`)
    })
  addDeadLetterList(leaf(program, 'dead-letter list'), io, asJson)
  addDeadLetterRepeat(leaf(program, 'dead-letter repeat'), io, asJson)
  leaf(program, 'permission list')
    .description('List the permissions')
    .action(() => present(permissionRows, io, asJson))
  leaf(program, 'asyncapi')
    .description('Print the messages between the services as an AsyncAPI document')
    .action(() => void io.stdout.write(`${JSON.stringify(createAsyncApi(), null, 2)}\n`))
  return program
}

function addOperation(command: Command, operation: Operation, io: Io, asJson: boolean): void {
  const fields = flagsOf(operation)
  command.description(operation.summary)
  addFlags(command, fields)
  command.action(async () => {
    const input = readFlags(command, fields)
    // Bad flags are reported without a running system.
    parseInput(operation.input, input)
    await using connection = await openConnection(io.env)
    const response = await callOperation(operation, input, connection)
    present(response, io, asJson)
    failOnFaults(operation, response)
  })
}

/** A check that found faults fails, after printing them. */
function failOnFaults({ faults }: Operation, response: unknown): void {
  const found: unknown = faults === undefined ? [] : Object(response)[faults]
  if (Array.isArray(found) && found.length > 0) throw new CtlError(`Found ${faults}: ${found.length}.`)
}

function addImport(command: Command, kind: ImportKind, io: Io, asJson: boolean): void {
  command
    .description(kind.summary)
    .argument('<file>', 'CSV file with a header row')
    .action(async (file: string) => {
      const { as: name } = command.opts<{ as?: string }>()
      const { summary, importName } = await importFile(kind, file, io, { name, asJson })
      present(summary, io, asJson)
      const { bad = 0 } = summary
      const hint = kind.repeatHint?.(importName)
      if (bad > 0) throw new CtlError([`${bad} of the rows could not be imported.`, hint].join(' ').trim())
    })
  if (kind.repeatHint) {
    command.option(
      '--as <name>',
      'name of the import, by which its rows are known; by default that of the file, with a digest of its content',
    )
  }
}

function addExport(command: Command, operation: Operation, io: Io, asJson: boolean): void {
  const fields = filtersOf(operation)
  command.description(operation.summary).argument('[file]', 'where to write the records; standard output by default')
  const formats = Object.keys(formatsByName)
  command.addOption(
    new Option('--format <format>', 'by default that of the name of the file, else ndjson').choices(formats),
  )
  addFlags(command, fields)
  command.action(async (file: string | undefined) => {
    const input = readFlags(command, fields)
    parseInput(operation.input, input)
    const { format = file?.endsWith('.csv') ? 'csv' : 'ndjson' } = command.opts<{
      format?: keyof typeof formatsByName
    }>()
    await using connection = await openConnection(io.env)
    const records = await exportList(operation, input, { format, file }, io, connection)
    if (file !== undefined) present({ file, records }, io, asJson)
  })
}

/** Adds a command of one or more words, such as `noun verb`; a group of commands is added with its first one. */
function leaf(program: Command, name: string): Command {
  const words = name.split(' ')
  const groups = words.slice(0, -1).map((word, index) => ({ word, noun: words.slice(0, index + 1).join(' ') }))
  const group = groups.reduce(
    (parent, { word, noun }) =>
      parent.commands.find((command) => command.name() === word) ?? parent.command(word).description(nouns[noun] ?? ''),
    program,
  )
  return group.command(words.at(-1) ?? name)
}
