import { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '../../../gateway/http/server.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { keep } from '../../support/keep.ts'

test('Express changes the prototype of no request and of no response', async () => {
  const { log } = createCapturedLog()
  const app = express().get('/', (req, res) => void res.json(req.query))
  const { port } = keep(await startHttpServer(app, { port: 0, host: '127.0.0.1', log, addressOf: () => 'a' }))
  const { setPrototypeOf } = Object
  const changed: boolean[] = []
  vi.spyOn(Object, 'setPrototypeOf').mockImplementation((target, prototype) => {
    if (target instanceof IncomingMessage || target instanceof ServerResponse)
      changed.push(Object.getPrototypeOf(target) !== prototype)
    return setPrototypeOf(target, prototype)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const response = await fetch(`http://127.0.0.1:${port}/?word=bolt`)
  expect(await response.json()).toEqual({ word: 'bolt' })
  expect(changed).toEqual([false, false])
})
