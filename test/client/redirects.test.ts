import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createInventoryClient } from '../../client/src/index.ts'

test('the client sends token and secret nowhere else: it follows no redirect', async () => {
  const taken: string[] = []
  const server = createServer((req, res) => {
    const path = String(req.url)
    taken.push(`${req.method} ${path}`)
    const isToken = path === '/api/v1/Token' && taken.length > 1
    if (isToken) res.end(JSON.stringify({ access_token: 'a-token', token_type: 'bearer', expires_in: 60 }))
    else res.writeHead(307, { Location: '/taken' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${Object(server.address()).port}/api/v1`
  const client = createInventoryClient({ baseUrl, clientId: 'a', clientSecret: 'b' })
  await expect(client.GET('/Warehouse')).rejects.toMatchObject({ statusCode: 307 })
  expect((await client.GET('/Warehouse')).response.status).toBe(307)
  expect(taken).toEqual(['POST /api/v1/Token', 'POST /api/v1/Token', 'GET /api/v1/Warehouse'])
})
