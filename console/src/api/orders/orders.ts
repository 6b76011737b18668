import type { Schemas } from '../http/contract.ts'
import { list, previewed, record, write } from '../http/operations.ts'

export type PurchaseLine = Schemas['PurchaseOrderProgress']
export type ShippingLine = Schemas['ShippingOrderProgress']
export type ListedPick = Schemas['ListedPick']
export type UnpickedLine = Schemas['UnpickedLine']

const ORDERS_PER_PAGE = 50
const allLines = { pageSize: 250 }

/** Purchase orders of which something is still expected, the soonest first. */
export const duePurchases = list('purchase orders', '/PurchaseOrder', ORDERS_PER_PAGE, {
  sort: 'expectedDate',
  direction: 'ASC',
})
export const purchase = record('purchase order', '/PurchaseOrder/{poNo}')
export const purchaseLines = record('purchase lines', '/PurchaseOrder/{poNo}/Lines', allLines)

export const createPurchase = previewed('post', '/PurchaseOrder')
export const changePurchase = previewed('put', '/PurchaseOrder/{poNo}')
export const cancelPurchase = previewed('post', '/PurchaseOrder/{poNo}/Cancel')
/** Nothing more is expected. */
export const finalizePurchase = previewed('post', '/PurchaseOrder/{poNo}/Finalize')

/** Shipping orders of a status, those to be shipped soonest first. */
export const shipments = list('shipping orders', '/ShippingOrder', ORDERS_PER_PAGE, {
  sort: 'shipDate',
  direction: 'ASC',
})
/** Lines that wait for stock, by order. */
export const backorders = list('backorders', '/ShippingOrder/Backorders', 100)
export const shipment = record('shipping order', '/ShippingOrder/{soNo}')
export const shipmentLines = record('shipping lines', '/ShippingOrder/{soNo}/Lines', allLines)

export const createShipment = previewed('post', '/ShippingOrder')
export const changeShipment = previewed('put', '/ShippingOrder/{soNo}')
export const cancelShipment = previewed('post', '/ShippingOrder/{soNo}/Cancel')
const PICKS = 'picks'
/** What is to be picked of orders. */
export const picks = record(PICKS, '/ShippingOrder/Picks')
/** Whether a query asks for picks: a round goes on with the list that it began with. */
export const isPickList = ([name]: readonly unknown[]): boolean => name === PICKS

export const allocate = write('post', '/ShippingOrder/{soNo}/Allocate')
/** Packs units of lines. */
export const pack = write('post', '/ShippingOrder/{soNo}/Pack')
/** Ships all that is packed of lines. */
export const ship = write('post', '/ShippingOrder/{soNo}/Ship')
