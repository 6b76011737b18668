import { Command, CommanderError } from 'commander'
import type { Operation } from '../shared/contract/core/operation.ts'
import { operations } from '../shared/contract/index.ts'
import { createAsyncApi } from './asyncapi.ts'
import { addFlags, callOperation, checkInput, flagsOf, readFlags } from './commands/contract-command.ts'
import { openConnection } from './connection/connection.ts'
import type { ImportKind } from './imports/import-file.ts'
import { importFile } from './imports/import-file.ts'
import { itemImport } from './imports/item-import.ts'
import { stockImport } from './imports/stock-import.ts'
import { describeError } from './output/describe-error.ts'
import { CtlError, type Io } from './output/io.ts'
import { present } from './output/present.ts'

/** Runs one command of the operator; resolves to the exit code: 0, or 1 after a sentence on stderr. */
export async function runCtl(args: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has written its own sentence, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    io.stderr.write(`${describeError(error).join('\n')}\n`)
    return 1
  }
}

function createProgram(io: Io): Command {
  const program = new Command('ctl')
    .description("The operator's command: clients, registries, imports and checks of a running system")
    .option('--json', 'write one JSON value instead of tables')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
  for (const operation of operations) if (operation.command) addOperation(program, operation.command, operation, io)
  program
    .command('asyncapi')
    .description('Print the messages between the services as an AsyncAPI document')
    .action(() => void io.stdout.write(`${JSON.stringify(createAsyncApi(), null, 2)}\n`))
  addImport(program, 'item import', itemImport, io)
  addImport(program, 'stock import', stockImport, io)
  return program
}

function addOperation(program: Command, name: string, operation: Operation, io: Io): void {
  const fields = flagsOf(operation)
  const command = leaf(program, name).description(operation.summary)
  addFlags(command, fields)
  command.action(async () => {
    const input = readFlags(command, fields)
    checkInput(operation, input)
    await using connection = await openConnection(io.env)
    const answer = await callOperation(operation, input, connection.call)
    present(answer, io, wantsJson(program))
    refuseFaults(operation, answer)
  })
}

/** A check that found something has failed, whatever it printed. */
function refuseFaults({ faults }: Operation, answer: unknown): void {
  const found: unknown = faults === undefined ? [] : Object(answer)[faults]
  if (Array.isArray(found) && found.length > 0) throw new CtlError(`Found ${faults}: ${found.length}.`)
}

function addImport(program: Command, name: string, kind: ImportKind, io: Io): void {
  const command = leaf(program, name).description(kind.summary).argument('<file>', 'CSV file with a header row')
  command.action(async (file: string) => {
    const { summary, badRows } = await importFile(kind, file, io)
    present(summary, io, wantsJson(program))
    if (badRows > 0) throw new CtlError(`${badRows} of the rows could not be imported.`)
  })
}

/** The command for `noun verb`, or for a single word; nouns are made as they come. */
function leaf(program: Command, name: string): Command {
  const [noun = name, verb] = name.split(' ')
  if (verb === undefined) return program.command(noun)
  const group = program.commands.find((command) => command.name() === noun) ?? program.command(noun)
  return group.command(verb)
}

function wantsJson(program: Command): boolean {
  return program.opts<{ json?: true }>().json === true
}
