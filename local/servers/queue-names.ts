import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Erlang: adds the queues whose folders are here to the table of names, those with the oldest folders first. */
const ADD_NAMES = `
  [Folder] = init:get_plain_arguments(),
  {ok, Names} = dets:open_file(names, [{file, filename:join(Folder, "names.dets")}]),
  Configs = lists:sort([{filelib:last_modified(F), F} || F <- filelib:wildcard(filename:join(Folder, "*/config"))]),
  [dets:insert_new(Names, {Name, Uid}) || {_, F} <- Configs, {ok, [#{id := {Name, _}, uid := Uid}]} <- [file:consult(F)]],
  ok = dets:close(Names),
  halt().
`

/**
 * Completes the table in which a node of RabbitMQ finds the folders of its quorum queues. RabbitMQ flushes a new queue and
 * its folder, but not this table. After a power cut it would make a queue that is missing there anew: without its messages,
 * and before version 4.3 without ever electing a leader, so that nobody can consume from it.
 */
export function restoreQueueNames(node: string): void {
  const all = join(node, 'quorum')
  if (!existsSync(all)) return
  for (const name of readdirSync(all)) {
    const [folder, table] = [join(all, name), join(all, name, 'names.dets')]
    const uids = readdirSync(folder).filter((entry) => existsSync(join(folder, entry, 'config')))
    const known = existsSync(table) ? readFileSync(table, 'latin1') : ''
    if (uids.every((uid) => known.includes(uid))) continue
    execFileSync('erl', ['-noshell', '-eval', ADD_NAMES, '-extra', folder], { cwd: folder, stdio: 'pipe' })
    const written = openSync(table, 'r')
    fsyncSync(written)
    closeSync(written)
  }
}
