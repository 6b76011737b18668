import { api, bodyOf } from './client.ts'

export const webhooks = {
  queryKey: ['webhooks'],
  queryFn: () => bodyOf(api.GET('/Webhook', { params: { query: { pageSize: 250 } } })),
}

/** The delivery attempts of the last 30 days, newest first. */
export const attempts = (rec: number) => ({
  queryKey: ['webhook log', rec],
  pageSize: 250,
  readPage: (page: number) =>
    bodyOf(api.GET('/Webhook/{rec}/Log', { params: { path: { rec }, query: { page, pageSize: 250 } } })),
})
