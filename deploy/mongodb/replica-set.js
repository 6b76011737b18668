// The health check of mongodb, run by mongosh. Creates the replica set and the services' users if they are missing; fails unless
// this server is the primary. The member's host name must be the one under which the services connect to it.
const { existsSync, readFileSync } = require('node:fs')

const read = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim()
const admin = connect(`mongodb://root:${read('mongodb-root')}@127.0.0.1:27017/admin?directConnection=true`)

if (!admin.hello().setName) {
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } })
}
if (!admin.hello().isWritablePrimary) quit(1)

// Each service reads and writes its own database only.
// A container of before a service was added does not have its secret: deploy/update gives it in the environment.
const uriOf = (service) => process.env[`MONGODB_URI_${service}`] ?? read(`mongodb-uri-${service}`)
const isKnown = (service) =>
  `MONGODB_URI_${service}` in process.env || existsSync(`/run/secrets/mongodb-uri-${service}`)

for (const service of ['auth', 'catalog', 'inventory', 'notifications', 'reporting'].filter(isKnown)) {
  const { username, password } = new URL(uriOf(service))
  if (admin.getUser(username)) continue
  admin.createUser({ user: username, pwd: password, roles: [{ role: 'readWrite', db: `inventory-${service}` }] })
}
