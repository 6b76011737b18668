import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../durable-files.ts'

const MESSAGE_STORE_CONFIG = /^msg_stores\/vhosts\/[^/]+\/\.config$/
/** RabbitMQ writes this file once, without flushing it. The value is its default, which is that of our nodes. */
const MESSAGE_STORE_SETTINGS = '{segment_entry_count, 2048}.\n'
/** What Erlang writes into the header of a table (dets), after its first four bytes. */
const TABLE_MARK = Buffer.from([0x00, 0xab, 0xcd, 0xef])
/** Quorum queues, and the store of what the node has declared. */
const REPLICATED = ['quorum', 'coordination']

/** Erlang: adds the logs whose folders are here to the table of names, those with the oldest folders first. */
const ADD_NAMES = `
  [Folder] = init:get_plain_arguments(),
  {ok, Names} = dets:open_file(names, [{file, filename:join(Folder, "names.dets")}]),
  Configs = lists:sort([{filelib:last_modified(F), F} || F <- filelib:wildcard(filename:join(Folder, "*/config"))]),
  [dets:insert_new(Names, {Name, Uid}) || {_, F} <- Configs, {ok, [#{id := {Name, _}, uid := Uid}]} <- [file:consult(F)]],
  ok = dets:close(Names),
  halt().
`

/** A node whose files lie on this machine. */
export interface StoppedNode {
  /** The folder of its data. */
  readonly folder: string
  /** Runs its Erlang on a folder, whose path is relative to that folder. */
  erl(script: string, folder: string): Promise<unknown>
}

/** RabbitMQ does not start when a power cut has left one of these files empty or zeros; it makes a table that is missing. */
export async function repairNode(node: StoppedNode): Promise<void> {
  if (!existsSync(node.folder)) return
  for (const path of readdirSync(node.folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(node.folder, path)
    if (path.endsWith('.dets') && !readFileSync(file).subarray(4, 8).equals(TABLE_MARK)) rmSync(file)
    if (MESSAGE_STORE_CONFIG.test(path) && statSync(file).size === 0) writeDurably(file, MESSAGE_STORE_SETTINGS)
  }
  for (const kind of REPLICATED) await restoreNames(node, kind)
}

/**
 * Completes the table in which a node finds the folders of its replicated logs. RabbitMQ flushes a new log and its folder,
 * but not this table. After a power cut it would make a log that is missing there anew, without its content.
 */
async function restoreNames({ folder, erl }: StoppedNode, kind: string): Promise<void> {
  const all = join(folder, kind)
  if (!existsSync(all)) return
  for (const name of readdirSync(all)) {
    const [logs, table] = [join(all, name), join(all, name, 'names.dets')]
    const uids = readdirSync(logs).filter((entry) => existsSync(join(logs, entry, 'config')))
    const known = existsSync(table) ? readFileSync(table, 'latin1') : ''
    if (uids.every((uid) => known.includes(uid))) continue
    await erl(ADD_NAMES, join(kind, name))
    const written = openSync(table, 'r')
    fsyncSync(written)
    closeSync(written)
  }
}
