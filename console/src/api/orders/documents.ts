import type { Schemas } from '../http/contract.ts'
import { family } from '../http/family.ts'
import { list, record, withDryRun, write } from '../http/operations.ts'

export type PurchaseLine = Schemas['PurchaseOrderProgress']
export type ShippingLine = Schemas['ShippingOrderProgress']
export type ListedPick = Schemas['ListedPick']
export type UnpickedLine = Schemas['UnpickedLine']
export type WorkOrderDetail = Schemas['WorkOrderDetail']
export type WorkLine = Schemas['WorkOrderLine']
export type NewWorkOrder = Schemas['CreateWorkOrderRequest']
export type TransitDetail = Schemas['TransitDetail']
export type TransitLine = Schemas['TransitLine']
export type Count = Schemas['Count']
export type CountDetail = Schemas['CountDetail']
export type CountLine = Schemas['CountLine']
export type Reservation = Schemas['Reservation']

const PER_PAGE = 50
const allLines = { pageSize: 250 }

/** Purchase orders: the list has those of which something is still expected, the soonest first. */
export const purchases = family('purchase order', '/PurchaseOrder', 'poNo', PER_PAGE, { sort: 'due' })
export const purchaseLines = record('purchase lines', '/PurchaseOrder/{poNo}/Lines', allLines)
export const changePurchase = withDryRun('put', '/PurchaseOrder/{poNo}')

/** Shipping orders, those to be shipped soonest first, closed ones last. */
export const shipments = family('shipping order', '/ShippingOrder', 'soNo', PER_PAGE, { sort: 'due' })
export const shipmentLines = record('shipping lines', '/ShippingOrder/{soNo}/Lines', allLines)
export const changeShipment = withDryRun('put', '/ShippingOrder/{soNo}')
/** Lines that wait for stock, by order. */
export const backorders = list('backorders', '/ShippingOrder/Backorders', 100)

const PICKS = 'picks'
/** What is to be picked of orders. */
export const picks = record(PICKS, '/ShippingOrder/Picks')
/** Whether a query asks for picks: a round goes on with the list that it began with. */
export const isPickList = ([name]: readonly unknown[]): boolean => name === PICKS

/** Work orders, the latest start first. */
export const workOrders = family('work order', '/WorkOrder', 'woNo', PER_PAGE)
export const changeWorkOrder = withDryRun('put', '/WorkOrder/{woNo}')

/** Transits, the most recent first. */
export const transits = family('transit', '/Transit', 'slip', PER_PAGE)
/** Whether units of a line are still on their way. */
export const isUnderWay = ({ inTransit }: TransitLine): boolean => inTransit > 0

/** Counts, the most recent first. */
export const counts = family('count', '/Count', 'countNo', PER_PAGE)
export const countLine = write('put', '/Count/{countNo}/Line')

/** Reservations, the newest first. */
export const reservations = family('reservation', '/Inventory/Reservation', 'reservationID', 250)
export const releaseReservation = write('delete', '/Inventory/Reservation/{reservationID}')
