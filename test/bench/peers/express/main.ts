import express, { type NextFunction, type Request, type Response } from 'express'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { settings, verification } from '../settings.ts'
import { bearerOf, type Caller, errorBody, isPermitted } from '../shop/caller.ts'
import { connect } from '../shop/connect.ts'
import { count, LIMIT_MESSAGE } from '../shop/limit.ts'
import { listLotsFromMemory } from '../shop/memory.ts'
import type { Page } from '../shop/pages.ts'
import { getItem, listLevels, listLots } from '../shop/reads.ts'
import { move, Refusal, receive } from '../shop/writes.ts'

const Query = z.object({ page: z.coerce.number().int().optional(), pageSize: z.coerce.number().int().optional() })
const Receipt = z.object({
  itemID: z.string(),
  units: z.number().positive(),
  wid: z.number().int(),
  reasonCode: z.number().int(),
  spot: z.string().optional(),
})
const MoveOrder = z.object({
  itemID: z.string(),
  units: z.number().positive(),
  wid: z.number().int(),
  toSpot: z.string(),
  recno: z.number().int(),
})

function authenticate(req: Request, res: Response, next: NextFunction): void {
  try {
    const token = bearerOf(req.headers.authorization) ?? ''
    res.locals.caller = jwt.verify(token, settings.publicKey, verification)
    next()
  } catch {
    res.status(401).json(errorBody(401, 'unauthorized', 'Authentication is missing, invalid or expired.'))
  }
}

async function limit(_req: Request, res: Response, next: NextFunction): Promise<void> {
  const caller: Caller = res.locals.caller
  const { exceeded, headers } = await count(caller.sub)
  res.set(headers)
  if (exceeded) res.status(429).json({ message: LIMIT_MESSAGE })
  else next()
}

function permit(req: Request, res: Response, next: NextFunction): void {
  if (isPermitted(res.locals.caller, req.method, req.path)) next()
  else res.status(403).json(errorBody(403, 'forbidden', 'Insufficient permissions.'))
}

const list = (read: (query: z.output<typeof Query>) => Promise<Page>) => async (req: Request, res: Response) => {
  const page = await read(Query.parse(req.query))
  res.set({
    'X-Total-Count': String(page.totalCount),
    'X-Page': String(page.page),
    'X-Page-Size': String(page.pageSize),
  })
  res.json(page)
}

/** Express recognizes an error handler by its four parameters. */
function refuse(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  if (error instanceof z.ZodError) res.status(400).json(errorBody(400, 'validation_error', 'Model validation failed.'))
  else if (error instanceof Refusal) res.status(error.status).json(errorBody(error.status, 'conflict', error.message))
  else res.status(500).json(errorBody(500, 'internal_error', 'Unexpected server error.'))
}

await connect()
const app = express()
app.use(authenticate, limit, permit, express.json())
app.get('/api/v1/Memory', list(listLotsFromMemory))
app.get('/api/v1/Inventory', list(listLots))
app.get('/api/v1/Inventory/StockLevels', list(listLevels))
app.get('/api/v1/Item', async (req, res) => {
  const item = await getItem(String(req.query.key))
  if (item) res.json(item)
  else res.status(404).json(errorBody(404, 'not_found', 'There is no such item.'))
})
app.post('/api/v1/Inventory/Receive', async (req, res) => {
  res.status(201).json(await receive(Receipt.parse(req.body), res.locals.caller.sub))
})
app.post('/api/v1/Inventory/Move', async (req, res) => {
  res.json(await move(MoveOrder.parse(req.body), res.locals.caller.sub))
})
app.use(refuse)
app.listen(settings.port, '127.0.0.1', () => process.send?.('ready'))
