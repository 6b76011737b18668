import { api, bodyOf } from '../http/client.ts'

export const webhooks = {
  queryKey: ['webhooks'],
  queryFn: () => bodyOf(api.GET('/Webhook', { params: { query: { pageSize: 250 } } })),
}

/** The delivery attempts of the last 30 days, newest first. */
export const attempts = (rec: number) => ({
  queryKey: ['webhook log', rec],
  pageSize: 250,
  whole: `/console/api/Webhook/${rec}/Log`,
  readPage: (page: number) =>
    bodyOf(api.GET('/Webhook/{rec}/Log', { params: { path: { rec }, query: { page, pageSize: 250 } } })),
})

/** Sends a webhook.test message now. */
export const sendTest = (rec: number) => bodyOf(api.POST('/Webhook/{rec}/Test', { params: { path: { rec } } }))

/** Sends a change of the log again, under its webhook-id. */
export const resend = (rec: number, webhookId: string) =>
  bodyOf(api.POST('/Webhook/{rec}/Log/{webhookId}/Resend', { params: { path: { rec, webhookId } } }))

/** Sends changes again, also after the system has switched the webhook off. */
export const reactivate = (rec: number) => bodyOf(api.PUT('/Webhook', { body: { rec, active: true } }))
