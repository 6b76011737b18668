import { read, record, write } from './http/operations.ts'

export const webhooks = record('webhooks', '/Webhook', { pageSize: 250 })

const readAttempts = read('/Webhook/{rec}/Log')

/** The delivery attempts of the last 30 days, newest first. */
export const attempts = (rec: number) => ({
  queryKey: ['webhook log', rec],
  pageSize: 250,
  whole: `/console/api/Webhook/${rec}/Log`,
  readPage: (page: number) => readAttempts({ rec, page, pageSize: 250 }),
})

export const sendTest = write('post', '/Webhook/{rec}/Test')

/** Sends a change of the log again, under its webhook-id. */
export const resend = write('post', '/Webhook/{rec}/Log/{webhookId}/Resend')

/** Sends changes again, with `active` also after the system has switched the webhook off. */
export const changeWebhook = write('put', '/Webhook')

export const createWebhook = write('post', '/Webhook')
export const deleteWebhook = write('delete', '/Webhook/{rec}')
export const rotateSecret = write('post', '/Webhook/{rec}/RotateSecret')

/** The running or the last replay; 404 before the first. */
export const replay = record('webhook replay', '/Webhook/{rec}/Replay')
export const startReplay = write('post', '/Webhook/{rec}/Replay')
export const stopReplay = write('delete', '/Webhook/{rec}/Replay')
