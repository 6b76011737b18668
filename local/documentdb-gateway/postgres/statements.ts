import type { Statement } from './connection.ts'

/** Creates the extensions, tables and functions of the gateway; it changes nothing when they exist. */
export const SET_UP = `
CREATE EXTENSION IF NOT EXISTS documentdb CASCADE;
CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum;
CREATE SCHEMA IF NOT EXISTS gateway;
CREATE TABLE IF NOT EXISTS gateway.session (
  lsid text PRIMARY KEY,
  txn_number bigint NOT NULL,
  committed boolean NOT NULL,
  reply bytea,
  at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE OR REPLACE FUNCTION gateway.settle(text, bigint) RETURNS boolean LANGUAGE sql AS $$
  INSERT INTO gateway.session AS known (lsid, txn_number, committed) VALUES ($1, $2, false)
  ON CONFLICT (lsid) DO UPDATE SET txn_number = $2, committed = false, reply = NULL, at = now() WHERE known.txn_number < $2;
  SELECT committed FROM gateway.session WHERE lsid = $1 AND txn_number = $2;
$$;
${onceFunction('insert', 'insert($3, $4::bytea, $5::bytea)')}
${onceFunction('update', 'update($3, $4::bytea, $5::bytea)')}
${onceFunction('delete', 'delete($3, $4::bytea, $5::bytea)')}
${onceFunction('findAndModify', 'find_and_modify($3, $4::bytea)')}
`

/** Records the commit of a transaction in that transaction: session, number. Fails when it was recorded as not committed. */
export const RECORD_COMMIT = statement(
  'recordCommit',
  `INSERT INTO gateway.session (lsid, txn_number, committed) VALUES ($1, $2, true)
   ON CONFLICT (lsid) DO UPDATE SET txn_number = EXCLUDED.txn_number, committed = true, reply = NULL, at = now()`,
)

/** Whether a transaction is recorded as committed: session, number. Without a record it is recorded as not committed. */
export const SETTLE_COMMIT = statement('settleCommit', 'SELECT gateway.settle($1, $2)')

/** Whether a retryable write has been carried out: session, number. */
export const RECORDED_WRITE = statement(
  'recordedWrite',
  'SELECT true FROM gateway.session WHERE lsid = $1 AND txn_number = $2 AND reply IS NOT NULL',
)

/** Makes the snapshot of the current transaction available to others. */
export const EXPORT_SNAPSHOT = statement('exportSnapshot', 'SELECT pg_export_snapshot()')

/** Locks a name: others that lock it wait until it is unlocked or the connection ends. */
export const LOCK = statement('lock', 'SELECT pg_advisory_lock(hashtextextended($1, 1))')
export const UNLOCK = statement('unlock', 'SELECT pg_advisory_unlock(hashtextextended($1, 1))')

/** The name and the key of an index: database, collection, name or number of the index. */
export const INDEX = statement(
  'index',
  `SELECT (index_spec).index_name, (index_spec).index_key::bytea FROM documentdb_api_catalog.collection_indexes
   JOIN documentdb_api_catalog.collections USING (collection_id)
   WHERE database_name = $1 AND collection_name = $2 AND $3 IN ((index_spec).index_name, index_id::text)`,
)

/** Whether a collection exists: database, collection. */
export const COLLECTION_EXISTS = statement(
  'collectionExists',
  'SELECT EXISTS (SELECT 1 FROM documentdb_api_catalog.collections WHERE database_name = $1 AND collection_name = $2)',
)

/** Deletes the records of sessions that were not used for three hours. */
export const FORGET_SESSIONS = "DELETE FROM gateway.session WHERE at < now() - interval '3 hours'"

function statement(name: string, text: string): Statement {
  return { name, text }
}

function cursor(name: string): Statement {
  const columns = 'cursorpage::bytea, continuation::bytea, persistconnection, cursorid'
  return statement(name, `SELECT ${columns} FROM documentdb_api.${name}_cursor_first_page($1, $2::bytea)`)
}

function query(name: string): Statement {
  return statement(name, `SELECT document::bytea FROM documentdb_api.${name}_query($1, $2::bytea)`)
}

/** Commands that write documents: database, command, sequence section. */
export const WRITES = {
  insert: write('insert', 'insert($1, $2::bytea, $3::bytea)'),
  update: write('update', 'update($1, $2::bytea, $3::bytea)'),
  delete: write('delete', 'delete($1, $2::bytea, $3::bytea)'),
  findAndModify: write('findAndModify', 'find_and_modify($1, $2::bytea)'),
}

/** Retryable writes, carried out once: session, number, database, command, sequence section. */
export const WRITES_ONCE = {
  insert: writeOnce('insert'),
  update: writeOnce('update'),
  delete: writeOnce('delete'),
  findAndModify: writeOnce('findAndModify'),
}

function write(name: string, call: string): Statement {
  return statement(name, `SELECT p_result::bytea FROM documentdb_api.${call}`)
}

function writeOnce(name: string): Statement {
  return statement(`${name}Once`, `SELECT gateway."${name}_once"($1, $2, $3, $4, $5)`)
}

// A repeated write waits for the first one and then finds its reply. DocumentDB's own support covers single documents only.
function onceFunction(name: string, call: string): string {
  return `
CREATE OR REPLACE FUNCTION gateway."${name}_once"(text, bigint, text, bytea, bytea) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE recorded bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended($1, 0));
  SELECT reply INTO recorded FROM gateway.session WHERE lsid = $1 AND txn_number = $2;
  IF recorded IS NULL THEN
    SELECT p_result::bytea INTO recorded FROM documentdb_api.${call};
    INSERT INTO gateway.session (lsid, txn_number, committed, reply) VALUES ($1, $2, true, recorded)
    ON CONFLICT (lsid) DO UPDATE SET txn_number = $2, committed = true, reply = recorded, at = now();
  END IF;
  RETURN recorded;
END $$;`
}

/** Commands that open a cursor: database, command. */
export const CURSORS = {
  find: cursor('find'),
  aggregate: cursor('aggregate'),
  listCollections: cursor('list_collections'),
  listIndexes: cursor('list_indexes'),
}

/** The next page of a cursor: database, command, continuation. */
export const GET_MORE = statement(
  'getMore',
  'SELECT cursorpage::bytea, continuation::bytea FROM documentdb_api.cursor_get_more($1, $2::bytea, $3::bytea)',
)

export const DELETE_CURSORS = statement(
  'deleteCursors',
  'SELECT documentdb_api_internal.delete_cursors($1::bigint[])::bytea',
)

/** Queries that answer with one document: database, command. */
export const QUERIES = { count: query('count'), distinct: query('distinct') }

/** Commands that change collections and indexes: database, command. */
export const DEFINITIONS = {
  create: statement('create', 'SELECT documentdb_api.create_collection_view($1, $2::bytea)::bytea'),
  createIndexes: statement(
    'createIndexes',
    'SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2::bytea, true)::bytea',
  ),
  dropIndexes: statement('dropIndexes', 'CALL documentdb_api.drop_indexes($1, $2::bytea::documentdb_core.bson, NULL)'),
}

/** Database, collection. */
export const DROP = statement('drop', 'SELECT documentdb_api.drop_collection($1, $2)')
/** Database. */
export const DROP_DATABASE = statement('dropDatabase', 'SELECT documentdb_api.drop_database($1)')
/** Database, collection, command. */
export const COLL_MOD = statement('collMod', 'SELECT documentdb_api.coll_mod($1, $2, $3::bytea)::bytea')
/** Command. */
export const LIST_DATABASES = statement('listDatabases', 'SELECT documentdb_api.list_databases($1::bytea)::bytea')
/** Command. */
export const RENAME = statement(
  'renameCollection',
  'SELECT documentdb_api.rename_collection($1::bytea::documentdb_core.bson)::bytea',
)
/** Database, collection, scale. */
export const COLL_STATS = statement('collStats', 'SELECT documentdb_api.coll_stats($1, $2, $3)::bytea')
/** Database, scale. */
export const DB_STATS = statement('dbStats', 'SELECT documentdb_api.db_stats($1, $2)::bytea')
