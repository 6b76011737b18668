// The health check of mongodb, run by mongosh. Creates the replica set and the services' users if they are missing; fails unless
// this server is the primary. The member's host name must be the one under which the services connect to it.
const { readFileSync } = require('node:fs')

const read = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim()
const admin = connect(`mongodb://root:${read('mongodb-root')}@127.0.0.1:27017/admin?directConnection=true`)

if (!admin.hello().setName) {
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } })
}
if (!admin.hello().isWritablePrimary) quit(1)

// Each service reads and writes its own database only.
for (const service of ['auth', 'catalog', 'inventory', 'notifications']) {
  const { username, password } = new URL(read(`mongodb-uri-${service}`))
  if (admin.getUser(username)) continue
  admin.createUser({ user: username, pwd: password, roles: [{ role: 'readWrite', db: `inventory-${service}` }] })
}
