// Generated from gateway/openapi.json 6a44a12c1498eb1d882a9e060042314960d2123c8955b0a8be492a15f0786406 by npm run generate
export interface paths {
    "/Changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the changes of stock and catalog after a position, in one sequence without gaps
         * @description Store `next` and send it as `since` of the next request: no change is missed, and none comes twice. While `hasMore` is true, request again at once. `next` also passes over changes outside the client's warehouses, so `value` may be empty. To mirror all data, request `since=latest`, read the lists in full, then follow the changes from that position.
         *
         *     Requires the permission Item Master List (11).
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients, without their secrets
         * @description Requires the permission Read Clients and Groups (9014).
         */
        get: operations["listClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List counts, newest first
         * @description Requires the permission Count Stock (9011) or Approve Counts (9012).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listCounts"];
        put?: never;
        /**
         * Create a count of bins, of items, or of a whole warehouse
         * @description Each item that the books have at a spot becomes a line, at most 1000. What is found besides is added by counting it.
         *
         *     Requires the permission Count Stock (9011) or Approve Counts (9012).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`.
         */
        post: operations["createCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a count with its lines
         * @description Requires the permission Count Stock (9011) or Approve Counts (9012).
         */
        get: operations["getCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}/Approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve what was counted; a client that counted a large difference does not approve it
         * @description Requires the permission Approve Counts (9012).
         *
         *     Read-only accounts are refused.
         */
        post: operations["approveCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}/Cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a count; what is posted stays posted
         * @description Requires the permission Approve Counts (9012).
         *
         *     Read-only accounts are refused.
         */
        post: operations["cancelCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}/Line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what was counted of an item at a spot
         * @description The books of this moment are kept as what was expected. Counting a line again replaces what was counted. An item that is found at a spot of the count becomes a line.
         *
         *     Requires the permission Count Stock (9011).
         *
         *     Read-only accounts are refused.
         */
        put: operations["countLine"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}/Post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post the differences of an approved count: receipts, issues, and moves of what lay at a wrong spot
         * @description Posts a part of the lines per transaction. A repetition goes on with what is left; no line is posted twice. Lines that cannot be posted say why.
         *
         *     Requires the permission Approve Counts (9012).
         *
         *     Read-only accounts are refused.
         */
        post: operations["postCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}/Recount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have lines of a count counted again
         * @description Requires the permission Approve Counts (9012).
         *
         *     Read-only accounts are refused.
         */
        post: operations["recountCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Count/{countNo}/Submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit what was counted, to be approved
         * @description Requires the permission Count Stock (9011) or Approve Counts (9012).
         *
         *     Read-only accounts are refused.
         */
        post: operations["submitCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change fields of a customer; omitted fields keep their values
         * @description Also accepted: `PUT /Customer/{shortID}`.
         *
         *     Requires the permission Create/Modify Customers and Vendors (9008).
         *
         *     Read-only accounts are refused.
         */
        put: operations["updateCustomer"];
        /**
         * Create a customer
         * @description Requires the permission Create/Modify Customers and Vendors (9008).
         *
         *     Read-only accounts are refused.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Customer/{shortID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one customer
         * @description Requires the permission Read Customers and Vendors (9007).
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Discontinue a customer: new orders may not name it
         * @description Requires the permission Create/Modify Customers and Vendors (9008).
         *
         *     Read-only accounts are refused.
         */
        delete: operations["discontinueCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Customer/All": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all customers by ShortID, discontinued ones too
         * @description Requires the permission Read Customers and Vendors (9007).
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups
         * @description Requires the permission Read Clients and Groups (9014).
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Health/Figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how busy the gateway that answers is, and what waits in each service
         * @description Requires the permission Read System Figures (9013).
         */
        get: operations["readFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lots of the client's warehouses, most recent first
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listLots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/{wid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lots of one warehouse, most recent first
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listWarehouseLots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust the stock of an item at a spot to what was counted, if it is what was expected
         * @description More than expected is a receipt, which takes the permission 95; less is an issue, which takes 88. Packed units are not taken; what orders were to get of lost units is backordered.
         *
         *     With `dryRun`: Preview an adjustment.
         *
         *     Requires the permission Positive Adjustment (95) or Negative Adjustment (88).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`.
         */
        post: operations["adjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/ATP": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how much of an item in a warehouse can be promised from which day on
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["getAvailableToPromise"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do up to 500 stock operations in one request
         * @description Each line needs the permission of its operation, and is limited to the same warehouses. perLine answers 200 with a result for each line; atomic does all lines or none, and an error names the line as `lines[7]`, counted from 0.
         *
         *     With `dryRun`: Preview a batch.
         *
         *     Open to every client; which permission it requires depends on what it changes.
         *
         *     Read-only accounts are refused.
         */
        post: operations["batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lots in stock that expire, first to expire first; held and expired ones too
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listExpiringLots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a lot, or a part of it, on hold
         * @description Requires the permission Negative Adjustment (88).
         *
         *     Read-only accounts are refused.
         */
        post: operations["hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue stock, first to expire first
         * @description The issue takes as many lots as needed, first to expire first, then oldest first; all or nothing. Held and expired lots are not taken.
         *
         *     With `dryRun`: Preview an issue.
         *
         *     Requires the permission Negative Adjustment (88).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`.
         */
        post: operations["issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Lot/{recno}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one lot by its number
         * @description Requires the permission Item Master List (11).
         */
        get: operations["getLot"];
        /**
         * Amend price, expiry, receipt date, remark or job of a lot; never its units
         * @description Requires the permission Amend Lots (199).
         *
         *     Read-only accounts are refused.
         */
        put: operations["amend"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Lot/{recno}/Trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trace a lot: the lots it came from, the lots split from it, its transactions, and who received its units
         * @description Requires the permission Item Master List (11).
         */
        get: operations["traceLot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move stock to another bin or warehouse
         * @description The move takes effect at once. It takes as many lots as needed, first to expire first, then oldest first; all or nothing. With `transit`, which requires the permission Ship Transits (303) too, the units are shipped to shipToWid as by `POST /Transit`.
         *
         *     With `dryRun`: Preview a move.
         *
         *     Requires the permission Locate/Move Units (15).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`, `shipToWid`.
         */
        post: operations["move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive stock as a new lot
         * @description With `dryRun`: Preview a receipt.
         *
         *     Requires the permission Positive Adjustment (95).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`.
         */
        post: operations["receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a held lot, or a part of it
         * @description Requires the permission Negative Adjustment (88).
         *
         *     Read-only accounts are refused.
         */
        post: operations["release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reservations in the client's warehouses, newest first
         * @description Requires the permission Read Reservations (9009).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listReservations"];
        put?: never;
        /**
         * Reserve units of an item in a warehouse, or of one lot
         * @description Requires the permission Create/Modify Reservations (9010).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`.
         */
        post: operations["createReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Reservation/{reservationID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reservation
         * @description Requires the permission Read Reservations (9009).
         */
        get: operations["getReservation"];
        /**
         * Change the units, the end or the priority of an active reservation
         * @description Requires the permission Create/Modify Reservations (9010).
         *
         *     Read-only accounts are refused.
         */
        put: operations["updateReservation"];
        post?: never;
        /**
         * Release a reservation; releasing it again changes nothing
         * @description Requires the permission Create/Modify Reservations (9010).
         *
         *     Read-only accounts are refused.
         */
        delete: operations["releaseReservation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/StockLevels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stock levels over the client's warehouses, one per item
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listStockLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/StockLevels/{wid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stock levels of one warehouse
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listWarehouseStockLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/StockLevels/Explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the level of an item, in one or all warehouses: the lots and order lines behind each figure
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["explainLevel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ledger of the client's warehouses, newest first
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Inventory/Transactions/{transactionNo}/Reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a transaction, if its lots have not changed since
         * @description Open to every client; which permission it requires depends on what it changes.
         *
         *     Read-only accounts are refused.
         */
        post: operations["reverse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Item": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active items by ShortID
         * @description With `key`: Get one item by its ShortID or an alias.
         *
         *     With `Category`: List all active items of a category, without pages.
         *
         *     Requires the permission Item Master List (11).
         */
        get: operations["listItems"];
        /**
         * Change fields of an item; absent fields keep their values
         * @description Requires the permission Create/Modify Item Master Record (116).
         *
         *     Read-only accounts are refused.
         */
        put: operations["updateItem"];
        /**
         * Create an item
         * @description Absent fields get their defaults. The answer is the full item with its partNo.
         *
         *     Requires the permission Create/Modify Item Master Record (116).
         *
         *     Read-only accounts are refused.
         */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Item/{shortID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one item by its ShortID
         * @description Requires the permission Item Master List (11).
         */
        get: operations["getItemByShortID"];
        put?: never;
        post?: never;
        /**
         * Discontinue an item; its stock and history stay
         * @description Requires the permission Create/Modify Item Master Record (116).
         *
         *     Read-only accounts are refused.
         */
        delete: operations["discontinueItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Item/{shortID}/Aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the aliases of an item
         * @description Requires the permission Item Master List (11) or Alias View (294).
         */
        get: operations["listAliases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Item/{shortID}/Aliases/{alias}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create an alias of an item, or let an alias point to another item
         * @description Requires the permission Create/Modify Item Master Record (116).
         *
         *     Read-only accounts are refused.
         */
        put: operations["putAlias"];
        post?: never;
        /**
         * Delete an alias of an item
         * @description Requires the permission Create/Modify Item Master Record (116).
         *
         *     Read-only accounts are refused.
         */
        delete: operations["deleteAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Item/All": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all items by ShortID, discontinued ones too
         * @description Requires the permission Item Master List (11).
         */
        get: operations["listAllItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Operations/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the outcome of a write by its Idempotency-Key
         * @description Open to every client; which permission it requires depends on what it changes.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open purchase orders, newest first
         * @description Requires the permission Read Purchase Orders (9001).
         *
         *     Must be within the client's warehouses: `warehouse`.
         */
        get: operations["listOpenPurchaseOrders"];
        put?: never;
        /**
         * Create a purchase order
         * @description Requires the permission Create/Modify Purchase Orders (9002).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `lines[].warehouse`.
         */
        post: operations["createPurchaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder/{poNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a purchase order with its lines
         * @description Requires the permission Read Purchase Orders (9001).
         */
        get: operations["getPurchaseOrder"];
        /**
         * Change dates or lines of a purchase order, add lines, or close lines short
         * @description Requires the permission Create/Modify Purchase Orders (9002).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `lines[].warehouse`.
         */
        put: operations["updatePurchaseOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder/{poNo}/Cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a purchase order of which nothing was received
         * @description An order of which something was received is finalized instead. Canceling an order again changes nothing.
         *
         *     Requires the permission Create/Modify Purchase Orders (9002).
         *
         *     Read-only accounts are refused.
         */
        post: operations["cancelPurchaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder/{poNo}/Finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a purchase order of which something was received; nothing more is expected
         * @description An order of which nothing was received is canceled instead. Finalizing an order again changes nothing.
         *
         *     Requires the permission Create/Modify Purchase Orders (9002).
         *
         *     Read-only accounts are refused.
         */
        post: operations["finalizePurchaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder/{poNo}/Lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was received and what is open of each line of a purchase order
         * @description Requires the permission Read Purchase Orders (9001).
         */
        get: operations["listPurchaseOrderLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder/{poNo}/Receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ledger entries of receipts against a purchase order, newest first
         * @description Requires the permission Read Purchase Orders (9001).
         */
        get: operations["listPurchaseOrderReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/PurchaseOrder/All": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all purchase orders, newest first
         * @description Requires the permission Read Purchase Orders (9001).
         *
         *     Must be within the client's warehouses: `warehouse`.
         */
        get: operations["listPurchaseOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ReasonCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reason codes
         * @description Requires the permission Item Master List (11).
         */
        get: operations["listReasonCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shipping orders, newest first
         * @description Requires the permission Read Shipping Orders (9003).
         *
         *     Must be within the client's warehouses: `warehouse`.
         */
        get: operations["listShippingOrders"];
        put?: never;
        /**
         * Create a shipping order and allocate stock to it
         * @description Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `lines[].warehouse`.
         */
        post: operations["createShippingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a shipping order with its lines
         * @description Requires the permission Read Shipping Orders (9003).
         */
        get: operations["getShippingOrder"];
        /**
         * Change date, priority or quantities of a shipping order, or add lines
         * @description Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `lines[].warehouse`.
         */
        put: operations["updateShippingOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}/Allocate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allocate stock to the backordered units of a shipping order
         * @description Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         */
        post: operations["allocateShippingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}/Cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel what is neither shipped nor packed of a shipping order; canceling it again changes nothing
         * @description Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         */
        post: operations["cancelShippingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}/Lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is committed, packed, shipped and backordered of each line of a shipping order, and why it is short
         * @description Requires the permission Read Shipping Orders (9003).
         */
        get: operations["listShippingOrderLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}/Pack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pack committed units of a shipping order
         * @description Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         */
        post: operations["packShippingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}/Ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ship what is packed of a shipping order: its lots are issued
         * @description Requires the permission Negative Adjustment (88) too.
         *
         *     Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         */
        post: operations["shipShippingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ShippingOrder/{soNo}/Unpack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpack units of a shipping order; they are committed again
         * @description Requires the permission Create/Modify Shipping Orders (9004).
         *
         *     Read-only accounts are refused.
         */
        post: operations["unpackShippingOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a bearer token with the client-credentials grant
         * @description Send client id and secret in the form or by HTTP Basic, not both. When the token has expired, get another one.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Transit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transits from or to the client's warehouses, newest first
         * @description Requires the permission Item Master List (11).
         *
         *     Must be within the client's warehouses: `wid`, `shipToWid`, `warehouse`.
         */
        get: operations["listTransits"];
        put?: never;
        /**
         * Ship stock to another warehouse
         * @description The lots leave the source warehouse at once and are in transit until the destination receives them: in the stock of no warehouse, and in the aSN figure of the destination. Lots are chosen as for a move between warehouses; all or nothing.
         *
         *     Requires the permission Ship Transits (303).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `wid`.
         */
        post: operations["shipTransit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Transit/{slip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transit with its lines, and the lots that are on their way
         * @description Requires the permission Item Master List (11).
         */
        get: operations["getTransit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Transit/{slip}/Cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a transit of which nothing was received: everything returns to the source warehouse
         * @description Requires the permission Ship Transits (303).
         *
         *     Read-only accounts are refused.
         */
        post: operations["cancelTransit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Transit/{slip}/Close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a transit: what is still in transit is written off as lost
         * @description Requires the permission Receive Transits (305).
         *
         *     Read-only accounts are refused.
         */
        post: operations["closeTransit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Transit/{slip}/Receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive units of a transit: accepted ones into stock, rejected ones on hold
         * @description Requires the permission Receive Transits (305).
         *
         *     Read-only accounts are refused.
         */
        post: operations["receiveTransit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Transit/{slip}/Return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return units in transit to the source warehouse
         * @description Requires the permission Ship Transits (303).
         *
         *     Read-only accounts are refused.
         */
        post: operations["returnTransit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Vendor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change fields of a vendor; omitted fields keep their values
         * @description Also accepted: `PUT /Vendor/{shortID}`.
         *
         *     Requires the permission Create/Modify Customers and Vendors (9008).
         *
         *     Read-only accounts are refused.
         */
        put: operations["updateVendor"];
        /**
         * Create a vendor
         * @description Requires the permission Create/Modify Customers and Vendors (9008).
         *
         *     Read-only accounts are refused.
         */
        post: operations["createVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Vendor/{shortID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one vendor
         * @description Requires the permission Read Customers and Vendors (9007).
         */
        get: operations["getVendor"];
        put?: never;
        post?: never;
        /**
         * Discontinue a vendor: new orders may not name it
         * @description Requires the permission Create/Modify Customers and Vendors (9008).
         *
         *     Read-only accounts are refused.
         */
        delete: operations["discontinueVendor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Vendor/All": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all vendors by ShortID, discontinued ones too
         * @description Requires the permission Read Customers and Vendors (9007).
         */
        get: operations["listVendors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Warehouse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client's warehouses
         * @description Requires the permission Item Master List (11).
         */
        get: operations["listWarehouses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client's own webhooks
         * @description Requires the permission Webhooks (370).
         */
        get: operations["listWebhooks"];
        /**
         * Change fields of a webhook; absent fields keep their values
         * @description Also accepted: `PUT /Webhook/{rec}`.
         *
         *     Requires the permission Webhooks (370).
         *
         *     Read-only accounts are refused.
         */
        put: operations["updateWebhook"];
        /**
         * Create a webhook: changes are sent to a URL; the secret is shown only once
         * @description Each change in the client's warehouses is POSTed at least once, signed as in Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature. An answer of 2xx accepts it; after any other it is repeated for 24 hours, with growing pauses. 410 Gone, or seven days of failure, switch the webhook off. A URL to which no delivery can succeed, such as one of a private address, is refused.
         *
         *     Requires the permission Webhooks (370).
         *
         *     Read-only accounts are refused.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Webhook/{rec}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of the client's webhooks
         * @description Requires the permission Webhooks (370).
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook, its waiting deliveries and its log
         * @description Requires the permission Webhooks (370).
         *
         *     Read-only accounts are refused.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Webhook/{rec}/Log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delivery attempts of the last 30 days, newest first
         * @description Also accepted: `GET /Webhook/{rec}/log`.
         *
         *     Requires the permission Webhooks (370).
         */
        get: operations["listWebhookLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Webhook/{rec}/Log/{webhookId}/Resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a change of the log again, whether or not it was accepted
         * @description The message has the same webhook-id as before, so a receiver that had it can drop it. It is made like any delivery, with repetitions; the log counts its attempts on.
         *
         *     Requires the permission Webhooks (370).
         *
         *     Read-only accounts are refused.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Webhook/{rec}/RotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a webhook's secret; for 24 hours deliveries are signed with the old one too
         * @description Requires the permission Webhooks (370).
         *
         *     Read-only accounts are refused.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Webhook/{rec}/Test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook.test message now, also to an inactive webhook
         * @description Also accepted: `POST /Webhook/{rec}/test`.
         *
         *     Requires the permission Webhooks (370).
         *
         *     Read-only accounts are refused.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/WorkOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List work orders, the latest start first
         * @description Requires the permission Read Work Orders (9005).
         *
         *     Must be within the client's warehouses: `warehouse`.
         */
        get: operations["listWorkOrders"];
        put?: never;
        /**
         * Create a work order
         * @description Requires the permission Create/Modify Work Orders (9006).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `lines[].warehouse`.
         */
        post: operations["createWorkOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/WorkOrder/{woNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a work order with its lines and notes
         * @description Requires the permission Read Work Orders (9005).
         */
        get: operations["getWorkOrder"];
        /**
         * Change description, dates, assignee or lines of a work order, or add lines
         * @description Requires the permission Create/Modify Work Orders (9006).
         *
         *     Read-only accounts are refused.
         *
         *     Must be within the client's warehouses: `lines[].warehouse`.
         */
        put: operations["updateWorkOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/WorkOrder/{woNo}/Close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a work order: nothing more is issued to it. Closing it again changes nothing
         * @description Requires the permission Create/Modify Work Orders (9006).
         *
         *     Read-only accounts are refused.
         */
        post: operations["closeWorkOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/WorkOrder/{woNo}/Notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to a work order
         * @description Requires the permission Create/Modify Work Orders (9006).
         *
         *     Read-only accounts are refused.
         */
        post: operations["addWorkOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/WorkOrder/{woNo}/Start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a work order; starting it again changes nothing
         * @description Requires the permission Create/Modify Work Orders (9006).
         *
         *     Read-only accounts are refused.
         */
        post: operations["startWorkOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alias.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type alias.created */
        post: operations["receiveAliasCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alias.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type alias.deleted */
        post: operations["receiveAliasDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "count.posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type count.posted */
        post: operations["receiveCountPosted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.accepted */
        post: operations["receiveInventoryAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.amended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.amended */
        post: operations["receiveInventoryAmended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.expired */
        post: operations["receiveInventoryExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.held */
        post: operations["receiveInventoryHeld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.issued */
        post: operations["receiveInventoryIssued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.lost */
        post: operations["receiveInventoryLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.moved */
        post: operations["receiveInventoryMoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.ordered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.ordered */
        post: operations["receiveInventoryOrdered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.packed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.packed */
        post: operations["receiveInventoryPacked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.received */
        post: operations["receiveInventoryReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.rejected */
        post: operations["receiveInventoryRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.released */
        post: operations["receiveInventoryReleased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.reserved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.reserved */
        post: operations["receiveInventoryReserved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.returned */
        post: operations["receiveInventoryReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.reversed */
        post: operations["receiveInventoryReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.shipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.shipped */
        post: operations["receiveInventoryShipped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.unpacked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.unpacked */
        post: operations["receiveInventoryUnpacked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.unreserved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type inventory.unreserved */
        post: operations["receiveInventoryUnreserved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "item.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type item.created */
        post: operations["receiveItemCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "item.discontinued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type item.discontinued */
        post: operations["receiveItemDiscontinued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "item.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type item.updated */
        post: operations["receiveItemUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "purchaseOrder.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type purchaseOrder.closed */
        post: operations["receivePurchaseOrderClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "purchaseOrder.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type purchaseOrder.created */
        post: operations["receivePurchaseOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "purchaseOrder.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type purchaseOrder.received */
        post: operations["receivePurchaseOrderReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shippingOrder.allocated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type shippingOrder.allocated */
        post: operations["receiveShippingOrderAllocated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shippingOrder.backordered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type shippingOrder.backordered */
        post: operations["receiveShippingOrderBackordered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shippingOrder.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type shippingOrder.closed */
        post: operations["receiveShippingOrderClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shippingOrder.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type shippingOrder.created */
        post: operations["receiveShippingOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shippingOrder.packed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type shippingOrder.packed */
        post: operations["receiveShippingOrderPacked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shippingOrder.shipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type shippingOrder.shipped */
        post: operations["receiveShippingOrderShipped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transit.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type transit.closed */
        post: operations["receiveTransitClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transit.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type transit.received */
        post: operations["receiveTransitReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transit.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type transit.returned */
        post: operations["receiveTransitReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transit.shipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type transit.shipped */
        post: operations["receiveTransitShipped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type webhook.test */
        post: operations["receiveWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workOrder.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type workOrder.closed */
        post: operations["receiveWorkOrderClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workOrder.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type workOrder.created */
        post: operations["receiveWorkOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workOrder.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Message of the type workOrder.started */
        post: operations["receiveWorkOrderStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Body of addWorkOrderNote */
        AddWorkOrderNoteRequest: {
            /** @description The note */
            note: string;
        };
        /** @description An adjustment that was done */
        Adjusted: {
            /** @description Quantity after, in the item's unit of measure */
            counted: number;
            /** @description Quantity before, in the item's unit of measure */
            expected: number;
            /** @description Every lot that was changed */
            lots: {
                /** @description Record number of the lot */
                recNo: number;
                /** @description Quantity in the lot now, in the item's unit of measure */
                units: number;
            }[];
            /** @description Item part number */
            partNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin */
            spot: string;
            /**
             * @description What was done
             * @constant
             */
            status: "adjusted";
            /** @description Number of the transaction; null if nothing differed */
            transactionNo: number | null;
            /** @description What was added, negative if it was taken off, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description Body of adjust */
        AdjustRequest: {
            /** @description Quantity that the cell is to have, at most 6 decimal places */
            counted: number;
            /** @description Quantity that the cell has, on hold or not, at most 6 decimal places */
            expected: number;
            /** @description ShortID or alias of an item */
            itemID: string;
            /** @description Reason code of direction in if more was counted, else of direction out */
            reasonCode: number;
            /** @description External reference */
            reference?: string | null;
            /** @description Notes */
            remark?: string | null;
            /** @description Bin; the stock without a bin by default */
            spot?: string | null;
            /** @description Warehouse */
            wid: number;
        };
        /** @description An alternate part number of an item */
        Alias: {
            /** @description Alternate part number */
            alias: string;
            /** @description SKU of the item that it points to */
            shortID: string;
        };
        /** @description An alias that was added or removed */
        AliasChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["Alias"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "alias.created" | "alias.deleted";
        };
        /** @description The fields that identify the records */
        AliasChangeIds: {
            /** @description Alternate part number */
            alias: string;
            /** @description SKU of the item that it points to */
            shortID: string;
        };
        /** @description A page of records of the type Alias */
        AliasPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Alias"][];
        };
        /** @description Body of allocateShippingOrder */
        AllocateShippingOrderRequest: {
            /** @description Lines to allocate; all by default */
            lines?: {
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
            }[] | null;
        };
        /** @description An amendment that was done */
        Amended: {
            /** @description Every field that was changed */
            amended: components["schemas"]["Amendment"][];
            /** @description Item part number */
            partNo: number;
            /** @description Record number of the lot */
            recNo: number;
            /** @description Item SKU */
            shortID: string;
            /**
             * @description What was done
             * @enum {string}
             */
            status: "amended" | "unchanged";
            /** @description Number of the transaction; null if nothing differed */
            transactionNo: number | null;
        };
        /** @description A field of a lot that was amended */
        Amendment: {
            /** @description The value after; null for none */
            after: string | number | null;
            /** @description The value before; null for none */
            before: string | number | null;
            /** @description Name of the field */
            field: string;
        };
        /** @description Body of amend */
        AmendRequest: {
            /** @description Expiration date, or null if it does not expire */
            expires?: string | null;
            /** @description Job or project id; 0 for none */
            jobid?: number | null;
            /** @description Unit cost, or null for none, at most 6 decimal places */
            price?: number | null;
            /** @description When it was received, not in the future */
            received?: string | null;
            /** @description Notes */
            remark?: string | null;
        };
        /** @description How much of an item can be promised, and when */
        AvailableToPromise: {
            /** @description Quantity available now, without lots that have expired */
            available: number;
            /**
             * Format: date
             * @description The first day on which these units can be promised; null if there is none
             */
            earliest: string | null;
            /**
             * Format: date
             * @description First day
             */
            from: string;
            /** @description Item SKU */
            itemID: string;
            /** @description Supply that is overdue, or expected on no known day: it is not promised */
            overdue: {
                /**
                 * Format: date
                 * @description The day on which it counts
                 */
                date: string | null;
                /**
                 * @description The kind of order; otherSystem for a line that another order system states
                 * @enum {string}
                 */
                kind: "purchaseOrder" | "shippingOrder" | "workOrder" | "transit" | "otherSystem";
                /** @description Number of the line */
                line: number;
                /** @description Number of the order */
                reference: string;
                /** @description Quantity; negative for demand */
                units: number;
            }[];
            /** @description The first day, and each later one with supply or demand; until the next row nothing changes */
            rows: {
                /** @description Quantity that can be promised on this day: the least projected one from it to the horizon */
                atp: number;
                /**
                 * Format: date
                 * @description The day, in UTC
                 */
                date: string;
                /** @description Quantity that orders need on this day and that is not yet committed */
                demand: number;
                /** @description Quantity available at the end of the day */
                projected: number;
                /** @description Quantity that purchase orders bring on this day */
                supply: number;
            }[];
            /** @description What the rows add up, by day, of orders that the client may read (9001, 9003, 9005); the first 500 */
            sources: {
                /**
                 * Format: date
                 * @description The day on which it counts
                 */
                date: string | null;
                /**
                 * @description The kind of order; otherSystem for a line that another order system states
                 * @enum {string}
                 */
                kind: "purchaseOrder" | "shippingOrder" | "workOrder" | "transit" | "otherSystem";
                /** @description Number of the line */
                line: number;
                /** @description Number of the order */
                reference: string;
                /** @description Quantity; negative for demand */
                units: number;
            }[];
            /**
             * Format: date
             * @description Last day, the horizon
             */
            to: string;
            /** @description The units that the request asks about; null without them */
            units: number | null;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description What became of the lines of a batch */
        BatchAnswer: {
            /** @description One for each line, in the sequence of the lines */
            results: {
                /** @description The answer, if the line was done */
                body?: components["schemas"]["Received"] | components["schemas"]["Moved"] | components["schemas"]["Issued"] | {
                    /** @description Record number of the lot that it was split from; the same as recNo if it is the whole lot */
                    fromRecNo: number;
                    /** @description Item part number */
                    partNo: number;
                    /** @description Record number of the lot that is now held or released */
                    recNo: number;
                    /** @description Item SKU */
                    shortID: string;
                    /** @description Bin */
                    spot: string;
                    /**
                     * @description What was done
                     * @constant
                     */
                    status: "held";
                    /** @description Number of the transaction in the ledger */
                    transactionNo: number;
                    /** @description Quantity, in the item's unit of measure */
                    units: number;
                    /** @description Warehouse id */
                    wid: number;
                } | {
                    /** @description Record number of the lot that it was split from; the same as recNo if it is the whole lot */
                    fromRecNo: number;
                    /** @description Item part number */
                    partNo: number;
                    /** @description Record number of the lot that is now held or released */
                    recNo: number;
                    /** @description Item SKU */
                    shortID: string;
                    /** @description Bin */
                    spot: string;
                    /**
                     * @description What was done
                     * @constant
                     */
                    status: "released";
                    /** @description Number of the transaction in the ledger */
                    transactionNo: number;
                    /** @description Quantity, in the item's unit of measure */
                    units: number;
                    /** @description Warehouse id */
                    wid: number;
                } | components["schemas"]["Adjusted"] | components["schemas"]["Amended"];
                /** @description The error object, if it was not */
                error?: components["schemas"]["LineError"];
                /**
                 * @description The answer is that of an earlier request
                 * @constant
                 */
                replayed?: true;
                /** @description The status that the operation alone would have */
                status: number;
            }[];
        };
        /** @description What became of the lines of a batch */
        BatchPreview: {
            /** @description One for each line, in the sequence of the lines */
            results: {
                /** @description The answer, if the line was done */
                body?: components["schemas"]["PlannedLine"];
                /** @description The error object, if it was not */
                error?: components["schemas"]["LineError"];
                /**
                 * @description The answer is that of an earlier request
                 * @constant
                 */
                replayed?: true;
                /** @description The status that the operation alone would have */
                status: number;
            }[];
        };
        /** @description Body of batch */
        BatchRequest: {
            /** @description 1 to 500 lines, done in this sequence */
            lines: ({
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "receive";
                /** @description Expiration date; ISO 8601 date or date-time, UTC unless it has an offset */
                expires?: string | null;
                /** @description Gross weight, at most 6 decimal places */
                grossWeight?: number | null;
                /** @description ShortID or alias of an item */
                itemID: string;
                /** @description Job or project id */
                jobid?: number | null;
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description Purchase order line */
                line?: number | null;
                /** @description Net weight, at most 6 decimal places */
                netWeight?: number | null;
                /** @description Unit cost, at most 6 decimal places */
                price?: number | null;
                /** @description Production or assembly id, of what a work order made */
                prodID?: string | null;
                /** @description Reason code of direction in */
                reasonCode: number;
                /** @description External reference, such as a purchase order */
                reference?: string | null;
                /** @description Notes */
                remark?: string | null;
                /** @description RFID tag */
                rfidTag?: string | null;
                /** @description Serial or lot number */
                serial?: string | null;
                /** @description Secondary serial */
                serial2?: string | null;
                /** @description Bin */
                spot?: string | null;
                /** @description Vendor or supplier id */
                supplier?: number | null;
                /** @description Quantity in the item's unit of measure, at most 6 decimal places */
                units: number;
                /** @description Destination warehouse */
                wid: number;
            } | {
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "move";
                /** @description Source bin */
                fromSpot?: string | null;
                /** @description ShortID or alias of an item */
                itemID: string;
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description Only lots received on this day or at this moment */
                received?: string | null;
                /** @description The lot to move */
                recno?: number | null;
                /** @description External reference */
                reference?: string | null;
                /** @description RFID tag */
                rfidTag?: string | null;
                /** @description Serial or lot number */
                serial?: string | null;
                /** @description Secondary serial */
                serial2?: string | null;
                /** @description Destination warehouse, for a move between warehouses */
                shipToWid?: number | null;
                /** @description Destination bin; required unless shipToWid is given */
                toSpot?: string | null;
                /** @description true: ship it; it is in transit until the destination receives it. The slip is transitSlip, if that is given */
                transit?: boolean | null;
                /** @description Transit slip reference */
                transitSlip?: string | null;
                /** @description Quantity to move, in the item's unit of measure, at most 6 decimal places */
                units: number;
                /** @description Source warehouse */
                wid: number;
            } | {
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "issue";
                /** @description ShortID or alias of an item */
                itemID: string;
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description Order line */
                line?: number | null;
                /** @description Net weight, at most 6 decimal places */
                netWeight?: number | null;
                /** @description Production or assembly id */
                prodID?: string | null;
                /** @description Reason code of direction out */
                reasonCode: number;
                /** @description The lot to issue from */
                recno?: number | null;
                /** @description External reference, such as a shipping order */
                reference?: string | null;
                /** @description Notes */
                remark?: string | null;
                /** @description RFID tag */
                rfidTag?: string | null;
                /** @description Serial or lot number */
                serial?: string | null;
                /** @description Secondary serial */
                serial2?: string | null;
                /** @description Ship-to customer */
                shipto?: number | null;
                /** @description Bin to issue from */
                spot?: string | null;
                /** @description Quantity to issue, in the item's unit of measure, at most 6 decimal places */
                units: number;
                /** @description Source warehouse */
                wid: number;
            } | {
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "hold";
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description A registered reason code */
                reasonCode?: number | null;
                /** @description The lot */
                recno: number;
                /** @description Notes */
                remark?: string | null;
                /** @description Part of the lot, in the item's unit of measure, which becomes a lot of its own; the whole lot by default, at most 6 decimal places */
                units?: number | null;
            } | {
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "release";
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description A registered reason code */
                reasonCode?: number | null;
                /** @description The lot */
                recno: number;
                /** @description Notes */
                remark?: string | null;
                /** @description Part of the lot, in the item's unit of measure, which becomes a lot of its own; the whole lot by default, at most 6 decimal places */
                units?: number | null;
            } | {
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "adjust";
                /** @description Quantity that the cell is to have, at most 6 decimal places */
                counted: number;
                /** @description Quantity that the cell has, on hold or not, at most 6 decimal places */
                expected: number;
                /** @description ShortID or alias of an item */
                itemID: string;
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description Reason code of direction in if more was counted, else of direction out */
                reasonCode: number;
                /** @description External reference */
                reference?: string | null;
                /** @description Notes */
                remark?: string | null;
                /** @description Bin; the stock without a bin by default */
                spot?: string | null;
                /** @description Warehouse */
                wid: number;
            } | {
                /**
                 * @description What the line does; the other fields are those of that operation
                 * @constant
                 */
                action: "amend";
                /** @description Expiration date, or null if it does not expire */
                expires?: string | null;
                /** @description Job or project id; 0 for none */
                jobid?: number | null;
                /** @description Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default */
                key?: string | null;
                /** @description Unit cost, or null for none, at most 6 decimal places */
                price?: number | null;
                /** @description When it was received, not in the future */
                received?: string | null;
                /** @description Lot record number */
                recno: number;
                /** @description Notes */
                remark?: string | null;
            })[];
            /**
             * @description atomic: all lines or none, of at most 100 items; perLine: each line for itself
             * @enum {string}
             */
            mode: "atomic" | "perLine";
        };
        /** @description Body of cancelTransit */
        CancelTransitRequest: {
            /** @description Notes */
            remark?: string | null;
            /** @description Bin in the source warehouse */
            spot?: string | null;
        };
        /** @description One change of stock or of the catalog */
        Change: components["schemas"]["StockChange"] | components["schemas"]["ItemChange"] | components["schemas"]["AliasChange"] | components["schemas"]["PurchaseOrderChange"] | components["schemas"]["PurchaseReceiptChange"] | components["schemas"]["ShippingOrderChange"] | components["schemas"]["ShippingStepChange"] | components["schemas"]["WorkOrderChange"] | components["schemas"]["TransitStepChange"] | components["schemas"]["CountChange"];
        /** @description Consecutive changes of the feed */
        Changes: {
            /** @description Whether the feed has changes after `next` */
            hasMore: boolean;
            /** @description The position up to which `value` is complete */
            next: number;
            /** @description The position before the first of these changes */
            since: number;
            /** @description The changes that concern the client's warehouses */
            value: components["schemas"]["Change"][];
        };
        /** @description A client and what it may do; never its secret */
        Client: {
            /** @description Whether it may do anything at all */
            active: boolean;
            /** @description Client id */
            clientId: string;
            /** @description Name of its group */
            group: string;
            /** @description SecurityIDs of the permissions */
            permissions: number[];
            /** @description Whether its writes are refused */
            readOnly: boolean;
            /** @description Warehouse ids, or "all"; an empty list is none */
            warehouses: "all" | number[];
        };
        /** @description A page of records of the type Client */
        ClientPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Client"][];
        };
        /** @description Body of closeTransit */
        CloseTransitRequest: {
            /** @description Reason code of direction out */
            reasonCode: number;
            /** @description Notes */
            remark?: string | null;
        };
        /** @description A count of stock */
        Count: {
            /** @description Id of the client that approved it */
            approvedBy: string | null;
            /** @description Who counts; blank if nobody is assigned */
            assignee: string;
            /** @description Whether figures of the books are shown to approvers only */
            blind: boolean;
            /** @description Lines that could not be posted */
            blockedLines: number;
            /** @description Number of the count */
            countNo: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description Id of the client that created it */
            createdBy: string;
            /**
             * @description What to do with a line whose stock moved since it was counted
             * @enum {string}
             */
            ifMoved: "difference" | "recount" | "refuse";
            /** @description ShortIDs of the items to count; null for all */
            items: string[] | null;
            /** @description Largest difference of a line, in per cent of the expected quantity, that its counter may approve; null for no limit */
            maxPercent: number | null;
            /** @description Largest difference of a line, in units, that its counter may approve; null for no limit */
            maxUnits: number | null;
            /** @description Largest difference of a line, in value, that its counter may approve; null for no limit */
            maxValue: number | null;
            /** @description Lines that are to be counted */
            openLines: number;
            /**
             * Format: date-time
             * @description When the last line was posted, in UTC; null before
             */
            posted: string | null;
            /** @description Lines that are posted */
            postedLines: number;
            /** @description Notes */
            remark: string;
            /** @description The bins to count; null for all */
            spots: string[] | null;
            /**
             * @description Open: being counted. Submitted: to be approved. Approved: to be posted. Partial: posted but for some lines. Posted, Canceled: ended
             * @enum {string}
             */
            status: "Open" | "Submitted" | "Approved" | "Partial" | "Posted" | "Canceled";
            /** @description Id of the client that submitted it */
            submittedBy: string | null;
            /** @description Number of lines */
            totalLines: number;
            /** @description Warehouse name */
            warehouseName: string;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description A count as it is after the change */
        CountChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["Count"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "count.posted";
        };
        /** @description The fields that identify the records */
        CountChangeIds: {
            /** @description Number of the count */
            countNo: string;
        };
        /** @description A count with its lines */
        CountDetail: {
            /** @description Id of the client that approved it */
            approvedBy: string | null;
            /** @description Who counts; blank if nobody is assigned */
            assignee: string;
            /** @description Whether figures of the books are shown to approvers only */
            blind: boolean;
            /** @description Lines that could not be posted */
            blockedLines: number;
            /** @description Number of the count */
            countNo: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description Id of the client that created it */
            createdBy: string;
            /**
             * @description What to do with a line whose stock moved since it was counted
             * @enum {string}
             */
            ifMoved: "difference" | "recount" | "refuse";
            /** @description ShortIDs of the items to count; null for all */
            items: string[] | null;
            /** @description The lines */
            lines: components["schemas"]["CountLine"][];
            /** @description Largest difference of a line, in per cent of the expected quantity, that its counter may approve; null for no limit */
            maxPercent: number | null;
            /** @description Largest difference of a line, in units, that its counter may approve; null for no limit */
            maxUnits: number | null;
            /** @description Largest difference of a line, in value, that its counter may approve; null for no limit */
            maxValue: number | null;
            /** @description Lines that are to be counted */
            openLines: number;
            /**
             * Format: date-time
             * @description When the last line was posted, in UTC; null before
             */
            posted: string | null;
            /** @description Lines that are posted */
            postedLines: number;
            /** @description Notes */
            remark: string;
            /** @description The bins to count; null for all */
            spots: string[] | null;
            /**
             * @description Open: being counted. Submitted: to be approved. Approved: to be posted. Partial: posted but for some lines. Posted, Canceled: ended
             * @enum {string}
             */
            status: "Open" | "Submitted" | "Approved" | "Partial" | "Posted" | "Canceled";
            /** @description Id of the client that submitted it */
            submittedBy: string | null;
            /** @description Number of lines */
            totalLines: number;
            /** @description Warehouse name */
            warehouseName: string;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description What a count says of an item at a spot */
        CountLine: {
            /** @description Why it was not posted; blank to counters of a blind count */
            blocked: string;
            /** @description Quantity counted; null if it is to be counted */
            counted: number | null;
            /**
             * Format: date-time
             * @description When it was counted, in UTC
             */
            countedAt: string | null;
            /** @description Id of the client that counted it */
            countedBy: string | null;
            /** @description The item's description */
            description: string;
            /** @description Counted less expected; null before it is counted, and to counters of a blind count */
            difference: number | null;
            /** @description Quantity of the books when it was counted, or when the count was created; null to counters of a blind count */
            expected: number | null;
            /** @description Number of the line */
            lineNo: number;
            /** @description Part of the difference that another line of the item explains, which is moved; null before it is counted, and to counters of a blind count */
            moved: number | null;
            /** @description What was found; null before it is counted, and to counters of a blind count */
            outcome: ("match" | "more" | "less" | "found" | "missing" | "wrongSpot") | null;
            /** @description Whether somebody else must approve it; null before it is counted, and to counters of a blind count */
            overLimit: boolean | null;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin; blank for stock without one */
            spot: string;
            /**
             * @description Open: to be counted. Counted. Recount: to be counted again. Blocked: could not be posted. Posted. Skipped: given up
             * @enum {string}
             */
            state: "Open" | "Counted" | "Recount" | "Blocked" | "Posted" | "Skipped";
            /** @description Position in the ledger at which it was counted; null before it is counted, and to counters of a blind count */
            transactionNo: number | null;
            /** @description Transactions that posted it; none to counters of a blind count */
            transactions: number[];
            /** @description The difference at the cost of the lots; null if unknown, null before it is counted, and to counters of a blind count */
            value: number | null;
        };
        /** @description Body of countLine */
        CountLineRequest: {
            /** @description Quantity that is there, at most 6 decimal places */
            counted: number;
            /** @description ShortID or alias of the item that was counted */
            itemID?: string | null;
            /** @description Number of the line; required, unless itemID is given */
            lineNo?: number | null;
            /** @description Bin that was counted; blank by default */
            spot?: string | null;
        };
        /** @description A page of records of the type Count */
        CountPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Count"][];
        };
        /** @description Body of createCount */
        CreateCountRequest: {
            /** @description Who counts */
            assignee?: string | null;
            /** @description true (default): figures of the books are shown to approvers only; false takes the permission 9012 */
            blind?: boolean | null;
            /** @description Number of the count, assigned if it is not given */
            countNo?: string | null;
            /** @description If stock of a line moved since it was counted: post the difference (default), recount the line, or refuse to post */
            ifMoved?: ("difference" | "recount" | "refuse") | null;
            /** @description ShortIDs or aliases of the items to count; all by default */
            items?: string[] | null;
            /** @description Largest difference of a line, in per cent of the expected quantity, that its counter may approve; a stricter limit of the operator holds, at most 6 decimal places */
            maxPercent?: number | null;
            /** @description Largest difference of a line, in units, that its counter may approve; a stricter limit of the operator holds, at most 6 decimal places */
            maxUnits?: number | null;
            /** @description Largest difference of a line, in value, that its counter may approve; a stricter limit of the operator holds, at most 6 decimal places */
            maxValue?: number | null;
            /** @description Notes */
            remark?: string | null;
            /** @description Bins to count, blank for stock without one; all by default */
            spots?: string[] | null;
            /** @description Warehouse to count */
            wid: number;
        };
        /** @description Body of createCustomer */
        CreateCustomerRequest: {
            /** @description Whether new orders may name it */
            active?: boolean | null;
            /** @description Street and number */
            address1?: string | null;
            /** @description Second line of the address */
            address2?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Name of the person to talk to */
            contact?: string | null;
            /** @description Country */
            country?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Fax number */
            fax?: string | null;
            /** @description Number; assigned if it is not given */
            id?: number | null;
            /** @description Full name */
            name: string;
            /** @description Telephone number */
            phone?: string | null;
            /** @description Short name, unique among its kind; cannot be changed */
            shortID: string;
            /** @description State or region */
            state?: string | null;
            /** @description Postal code */
            zip?: string | null;
        };
        /** @description Answer of createItem */
        CreateItemAnswer: {
            /** @description Category id */
            category: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description Item description */
            description: string;
            /** @description Default owner (customer id); 0 is own stock */
            dfltOwner: number;
            /** @description Whether the item is discontinued */
            discontinued: boolean;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC
             */
            modified: string;
            /** @description Internal part number, assigned, never changes */
            partNo: number;
            /** @description Packaging */
            putUp: string;
            /** @description SKU; unique, cannot be renamed */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "created";
            /** @description Sub-category id */
            subCategory: number;
            /** @description Units per package */
            units: number;
            /** @description Unit of measure, for example EA, KG, M */
            uOM: string;
        };
        /** @description Body of createItem */
        CreateItemRequest: {
            /** @description The opposite of discontinued */
            active?: boolean | null;
            /** @description Category id */
            category?: number | null;
            /** @description Another name for category */
            categoryID?: number | null;
            /** @description Item description */
            description?: string | null;
            /** @description Default owner (customer id); 0 is own stock */
            dfltOwner?: number | null;
            /** @description Whether the item is discontinued; false makes it active again */
            discontinued?: boolean | null;
            /** @description Packaging */
            putUp?: string | null;
            /** @description SKU of the item */
            shortID: string;
            /** @description Sub-category id */
            subCategory?: number | null;
            /** @description Another name for uOM */
            unit?: string | null;
            /** @description Units per package, at most 6 decimal places; 1 by default */
            units?: number | null;
            /** @description Unit of measure; EA by default */
            uOM?: string | null;
        };
        /** @description Body of createPurchaseOrder */
        CreatePurchaseOrderRequest: {
            /** @description When the goods are expected */
            expectedDate?: string | null;
            /** @description 1 to 500 lines */
            lines: {
                /** @description The same as shortID */
                itemID?: string | null;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo?: number | null;
                /** @description Per cent by which the receipts of the line may exceed what was ordered, at most 6 decimal places */
                overReceipt?: number | null;
                /** @description ShortID or alias of an item; required, unless itemID is given */
                shortID?: string | null;
                /** @description Price of one unit, 0 by default, at most 6 decimal places */
                unitPrice?: number | null;
                /** @description Quantity ordered, at most 6 decimal places */
                units: number;
                /** @description Warehouse id; required, unless wid is given */
                warehouse?: number | null;
                /** @description The same as warehouse */
                wid?: number | null;
            }[];
            /** @description Now by default */
            orderDate?: string | null;
            /** @description Number of the order, assigned if it is not given */
            poNo?: string | null;
            /** @description ShortID or exact name of an active vendor */
            vendor: string;
        };
        /** @description Body of createReservation */
        CreateReservationRequest: {
            /** @description Moment from which it holds nothing, in the future; ISO 8601 date or date-time; it does not end by default */
            expires?: string | null;
            /** @description ShortID or alias of an item */
            itemID: string;
            /** @description Order line; only an issue with this line consumes it */
            line?: number | null;
            /** @description Priority, 0 by default; a higher number comes first */
            priority?: number | null;
            /** @description The lot to reserve; units of any lot by default */
            recno?: number | null;
            /** @description What it is for, such as an order; an issue with this reference consumes it */
            reference?: string | null;
            /** @description If there is less: reject (default) refuses, partial reserves what there is */
            shortage?: ("reject" | "partial") | null;
            /** @description Quantity to reserve, at most 6 decimal places */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description Body of createShippingOrder */
        CreateShippingOrderRequest: {
            /** @description soft (default): units of any lot; lots: of single lots; none: not yet */
            allocate?: ("none" | "soft" | "lots") | null;
            /** @description ShortID or exact name of an active customer */
            customer: string;
            /** @description 1 to 500 lines */
            lines: {
                /** @description The same as shortID */
                itemID?: string | null;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo?: number | null;
                /** @description ShortID or alias of an item; required, unless itemID is given */
                shortID?: string | null;
                /** @description Quantity ordered, at most 6 decimal places */
                units: number;
                /** @description Warehouse id; required, unless wid is given */
                warehouse?: number | null;
                /** @description The same as warehouse */
                wid?: number | null;
            }[];
            /** @description Now by default */
            orderDate?: string | null;
            /** @description Priority, 0 by default; a higher number comes first */
            priority?: number | null;
            /** @description Planned date of shipment */
            shipDate?: string | null;
            /** @description If there is less stock: the rest waits (backorder, default), is canceled (partial), or the order is refused (reject) */
            shortage?: ("backorder" | "partial" | "reject") | null;
            /** @description Number of the order, assigned if it is not given */
            soNo?: string | null;
        };
        /** @description Body of createVendor */
        CreateVendorRequest: {
            /** @description Whether new orders may name it */
            active?: boolean | null;
            /** @description Street and number */
            address1?: string | null;
            /** @description Second line of the address */
            address2?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Name of the person to talk to */
            contact?: string | null;
            /** @description Country */
            country?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Fax number */
            fax?: string | null;
            /** @description Number; assigned if it is not given */
            id?: number | null;
            /** @description Full name */
            name: string;
            /** @description Per cent by which the receipts of each line of its new orders may exceed what was ordered, at most 6 decimal places */
            overReceipt?: number | null;
            /** @description Telephone number */
            phone?: string | null;
            /** @description Short name, unique among its kind; cannot be changed */
            shortID: string;
            /** @description State or region */
            state?: string | null;
            /** @description Postal code */
            zip?: string | null;
        };
        /** @description Answer of createWebhook */
        CreateWebhookAnswer: {
            /** @description Whether changes are sent */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description The types of changes that are sent */
            events: ("inventory.received" | "inventory.moved" | "inventory.issued" | "inventory.held" | "inventory.released" | "inventory.reversed" | "inventory.ordered" | "inventory.reserved" | "inventory.unreserved" | "inventory.expired" | "inventory.packed" | "inventory.unpacked" | "inventory.amended" | "inventory.shipped" | "inventory.accepted" | "inventory.rejected" | "inventory.returned" | "inventory.lost" | "item.created" | "item.updated" | "item.discontinued" | "alias.created" | "alias.deleted" | "purchaseOrder.created" | "purchaseOrder.closed" | "purchaseOrder.received" | "shippingOrder.created" | "shippingOrder.closed" | "shippingOrder.allocated" | "shippingOrder.backordered" | "shippingOrder.packed" | "shippingOrder.shipped" | "workOrder.created" | "workOrder.started" | "workOrder.closed" | "transit.shipped" | "transit.received" | "transit.returned" | "transit.closed" | "count.posted")[];
            /**
             * Format: date-time
             * @description When the first of the present failures happened; null if the last attempt succeeded, in UTC
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC
             */
            modified: string;
            /** @description Name */
            name: string;
            /**
             * @description What is sent of a change: full or id
             * @enum {string}
             */
            payloadMode: "full" | "id";
            /** @description Record number */
            rec: number;
            /** @description The secret of signatures (Standard Webhooks), whsec_ and base64; shown only once */
            secret: string;
            /**
             * @description What was done
             * @constant
             */
            status: "created";
            /** @description Why the system switched the webhook off; null if it did not */
            switchedOff: string | null;
            /** @description Where changes are sent */
            url: string;
        };
        /** @description Body of createWebhook */
        CreateWebhookRequest: {
            /** @description Whether changes are sent; true by default. true also resets a webhook that was switched off */
            active?: boolean | null;
            /** @description The types of changes that are sent; also accepted as a string, separated by commas */
            events: ("inventory.received" | "inventory.moved" | "inventory.issued" | "inventory.held" | "inventory.released" | "inventory.reversed" | "inventory.ordered" | "inventory.reserved" | "inventory.unreserved" | "inventory.expired" | "inventory.packed" | "inventory.unpacked" | "inventory.amended" | "inventory.shipped" | "inventory.accepted" | "inventory.rejected" | "inventory.returned" | "inventory.lost" | "item.created" | "item.updated" | "item.discontinued" | "alias.created" | "alias.deleted" | "purchaseOrder.created" | "purchaseOrder.closed" | "purchaseOrder.received" | "shippingOrder.created" | "shippingOrder.closed" | "shippingOrder.allocated" | "shippingOrder.backordered" | "shippingOrder.packed" | "shippingOrder.shipped" | "workOrder.created" | "workOrder.started" | "workOrder.closed" | "transit.shipped" | "transit.received" | "transit.returned" | "transit.closed" | "count.posted")[];
            /** @description Name */
            name: string;
            /** @description full (default) sends the data of a change as in GET /Changes, id only the fields that identify its records */
            payloadMode?: ("full" | "id") | null;
            /** @description Where changes are sent: https, or http to the loopback for development */
            url: string;
        };
        /** @description Body of createWorkOrder */
        CreateWorkOrderRequest: {
            /** @description Who does the work */
            assignee?: string | null;
            /** @description What is made */
            description: string;
            /** @description When it is to be finished */
            dueDate?: string | null;
            /** @description 1 to 500 lines */
            lines: {
                /** @description The same as shortID */
                itemID?: string | null;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo?: number | null;
                /** @description ShortID or alias of an item; required, unless itemID is given */
                shortID?: string | null;
                /** @description Quantity ordered, at most 6 decimal places */
                units: number;
                /** @description Warehouse id; required, unless wid is given */
                warehouse?: number | null;
                /** @description The same as warehouse */
                wid?: number | null;
            }[];
            /** @description When the work begins */
            startDate?: string | null;
            /** @description Number of the order, assigned if it is not given */
            woNo?: string | null;
        };
        /** @description A customer, who can own items */
        Customer: {
            /** @description Whether new orders may name it */
            active: boolean;
            /** @description Street and number */
            address1: string;
            /** @description Second line of the address */
            address2: string;
            /** @description City */
            city: string;
            /** @description Name of the person to talk to */
            contact: string;
            /** @description Country */
            country: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description E-mail address */
            email: string;
            /** @description Fax number */
            fax: string;
            /** @description Number, as in dfltOwner and shipto */
            id: number;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC
             */
            modified: string;
            /** @description Full name */
            name: string;
            /** @description Telephone number */
            phone: string;
            /** @description Short name, unique */
            shortID: string;
            /** @description State or region */
            state: string;
            /** @description Postal code */
            zip: string;
        };
        /** @description A page of records of the type Customer */
        CustomerPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Customer"][];
        };
        /** @description Answer of deleteAlias */
        DeleteAliasAnswer: {
            /** @description Alternate part number */
            alias: string;
            /** @description SKU of the item that it points to */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "deleted";
        };
        /** @description Answer of deleteWebhook */
        DeleteWebhookAnswer: {
            /** @description Record number */
            rec: number;
            /**
             * @description What was done
             * @constant
             */
            status: "deleted";
        };
        /** @description Answer of discontinueItem */
        DiscontinueItemAnswer: {
            /** @description SKU of the item */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "discontinued";
        };
        /** @description Body of every error, except an exceeded rate limit */
        Error: {
            /** @description For validation_error only: every bad field, under its name, with all messages about it */
            details?: {
                [key: string]: string[];
            };
            /**
             * @description Machine-readable code
             * @enum {string}
             */
            error: "bad_request" | "validation_error" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "internal_error" | "not_implemented" | "service_unavailable" | "outcome_unknown";
            /** @description Human-readable description */
            message: string;
            /** @description The HTTP status */
            statusCode: number;
        };
        /** @description Answer of explainLevel */
        ExplainLevelAnswer: {
            /** @description Whether there are more lots, order lines or reservations than are named; their own lists have all */
            isCut: boolean;
            /** @description The last transaction that changed the level */
            lastTransactionNo: number | null;
            level: components["schemas"]["StockLevel"];
            /** @description The lots that count in the level, by record number, at most 1000 */
            lots: components["schemas"]["Lot"][];
            /** @description Open order lines behind the level, at most 1000 of each kind, of orders that the client may read: purchase orders with 9001, shipping orders with 9003 */
            orders: {
                /** @description Figure of the level that the line counts in */
                kind: string;
                /** @description Order line */
                line: number;
                /** @description Order reference */
                reference: string;
                /** @description Open quantity, in the item's unit of measure */
                units: number;
                /** @description Warehouse id */
                wid: number;
            }[];
            /** @description Active reservations behind the committed figure, at most 1000; none without the permission 9009 */
            reservations: components["schemas"]["Reservation"][];
            /** @description Item SKU */
            shortID: string;
            /** @description The figures of each warehouse that has or had stock of the item, by warehouse id */
            warehouses: {
                /** @description In transit (advance ship notice) */
                aSN: number;
                /** @description inStock - onHold - committed - packed */
                available: number;
                /** @description Allocated to shipping orders */
                committed: number;
                /** @description Physically in the warehouse */
                inStock: number;
                /** @description The last transaction that changed the level */
                lastTransactionNo: number | null;
                /** @description In stock but held */
                onHold: number;
                /** @description On open purchase orders */
                onOrder: number;
                /** @description Packed and awaiting shipment */
                packed: number;
                /** @description Warehouse name */
                warehouse: string;
                /** @description Warehouse id */
                wid: number;
            }[];
            /** @description Warehouse id, if the request names one */
            wid?: number;
        };
        /** @description The permissions of the clients in it */
        Group: {
            /** @description Name */
            name: string;
            /** @description SecurityIDs of the permissions */
            permissions: number[];
            /** @description Report ids */
            reports: number[];
        };
        /** @description A page of records of the type Group */
        GroupPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Group"][];
        };
        /** @description Answer of hold */
        HoldAnswer: {
            /** @description Record number of the lot that it was split from; the same as recNo if it is the whole lot */
            fromRecNo: number;
            /** @description Item part number */
            partNo: number;
            /** @description Record number of the lot that is now held or released */
            recNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin */
            spot: string;
            /**
             * @description What was done
             * @constant
             */
            status: "held";
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Quantity, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description Body of hold */
        HoldRequest: {
            /** @description A registered reason code */
            reasonCode?: number | null;
            /** @description The lot */
            recno: number;
            /** @description Notes */
            remark?: string | null;
            /** @description Part of the lot, in the item's unit of measure, which becomes a lot of its own; the whole lot by default, at most 6 decimal places */
            units?: number | null;
        };
        /** @description An issue that was done */
        Issued: {
            /** @description Every lot that was changed */
            lots: {
                /** @description Record number of the lot */
                recNo: number;
                /** @description Quantity left in the lot, in the item's unit of measure */
                remaining: number;
                /** @description Quantity issued from the lot, in the item's unit of measure */
                units: number;
            }[];
            /** @description Item part number */
            partNo: number;
            /** @description Record number of the first lot that was issued from */
            recNo: number;
            /** @description Item SKU */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "issued";
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Quantity issued, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description Body of issue */
        IssueRequest: {
            /** @description ShortID or alias of an item */
            itemID: string;
            /** @description Order line */
            line?: number | null;
            /** @description Net weight, at most 6 decimal places */
            netWeight?: number | null;
            /** @description Production or assembly id */
            prodID?: string | null;
            /** @description Reason code of direction out */
            reasonCode: number;
            /** @description The lot to issue from */
            recno?: number | null;
            /** @description External reference, such as a shipping order */
            reference?: string | null;
            /** @description Notes */
            remark?: string | null;
            /** @description RFID tag */
            rfidTag?: string | null;
            /** @description Serial or lot number */
            serial?: string | null;
            /** @description Secondary serial */
            serial2?: string | null;
            /** @description Ship-to customer */
            shipto?: number | null;
            /** @description Bin to issue from */
            spot?: string | null;
            /** @description Quantity to issue, in the item's unit of measure, at most 6 decimal places */
            units: number;
            /** @description Source warehouse */
            wid: number;
        };
        /** @description Body of issueToken */
        IssueTokenRequest: {
            /** @description Client id, unless it is sent by HTTP Basic */
            client_id: string;
            /** @description Client secret, unless it is sent by HTTP Basic */
            client_secret: string;
            /** @description The value client_credentials */
            grant_type: string;
        };
        /** @description An item of the catalog */
        Item: {
            /** @description Category id */
            category: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description Item description */
            description: string;
            /** @description Default owner (customer id); 0 is own stock */
            dfltOwner: number;
            /** @description Whether the item is discontinued */
            discontinued: boolean;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC
             */
            modified: string;
            /** @description Internal part number, assigned, never changes */
            partNo: number;
            /** @description Packaging */
            putUp: string;
            /** @description SKU; unique, cannot be renamed */
            shortID: string;
            /** @description Sub-category id */
            subCategory: number;
            /** @description Units per package */
            units: number;
            /** @description Unit of measure, for example EA, KG, M */
            uOM: string;
        };
        /** @description An item as it is after the change */
        ItemChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["Item"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "item.created" | "item.updated" | "item.discontinued";
        };
        /** @description The fields that identify the records */
        ItemChangeIds: {
            /** @description Internal part number, assigned, never changes */
            partNo: number;
            /** @description SKU; unique, cannot be renamed */
            shortID: string;
        };
        /** @description A page of records of the type Item */
        ItemPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Item"][];
        };
        /** @description A change of one figure of a stock level */
        LevelChange: {
            /**
             * @description The figure of the level
             * @enum {string}
             */
            figure: "inStock" | "onHold" | "onOrder" | "committed" | "packed" | "aSN";
            /** @description What to add to the figure, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description The error object of a line */
        LineError: {
            /** @description Every bad field of the line */
            readonly details?: {
                [key: string]: string[];
            };
            /**
             * @description Code
             * @enum {string}
             */
            error: "bad_request" | "validation_error" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "internal_error" | "not_implemented" | "service_unavailable" | "outcome_unknown";
            /** @description Human-readable description */
            message: string;
            /** @description The HTTP status */
            statusCode: number;
        };
        /** @description Answer of listCategory */
        ListCategoryAnswer: components["schemas"]["Item"][];
        /** @description A receive record */
        Lot: {
            /** @description Whether the lot is active */
            active: boolean;
            /** @description Owner name; blank is own stock */
            associate: string;
            /** @description The item's description */
            description: string;
            /** @description Whether the lot is on hold */
            hold: boolean;
            /** @description Job id; 0 when none */
            jobID: number;
            /** @description Job name; null when none */
            jobName: string | null;
            /** @description Item part number */
            partNo: number;
            /**
             * Format: date-time
             * @description When it was received, in UTC
             */
            received: string;
            /** @description Unique lot record number */
            recNo: number;
            /** @description Notes */
            remark: string;
            /** @description RFID tag value */
            rFIDTag: string | null;
            /** @description Serial or lot number */
            serial: string;
            /** @description Secondary serial number */
            serial2: string | null;
            /**
             * Format: date-time
             * @description When it was shipped, in UTC; null while in stock
             */
            shipped: string | null;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin within the warehouse */
            spot: string;
            /** @description Quantity in the item's unit of measure */
            units: number;
            /** @description Warehouse name */
            warehouse: string;
            /** @description Warehouse id */
            wID: number;
        };
        /** @description A lot with what its receipt said */
        LotDetails: {
            /** @description Whether the lot is active */
            active: boolean;
            /** @description Owner name; blank is own stock */
            associate: string;
            /** @description The item's description */
            description: string;
            /**
             * Format: date-time
             * @description When it expires, in UTC; null if never
             */
            expires: string | null;
            /** @description The lot it was split from */
            fromRecNo: number | null;
            /** @description Gross weight of what was received */
            grossWeight: number | null;
            /** @description Whether the lot is on hold */
            hold: boolean;
            /** @description Job id; 0 when none */
            jobID: number;
            /** @description Job name; null when none */
            jobName: string | null;
            /** @description Order line of the receipt */
            line: number | null;
            /** @description Net weight of what was received */
            netWeight: number | null;
            /** @description Item part number */
            partNo: number;
            /** @description Unit cost */
            price: number | null;
            /**
             * Format: date-time
             * @description When it was received, in UTC
             */
            received: string;
            /** @description Unique lot record number */
            recNo: number;
            /** @description External reference of the receipt */
            reference: string;
            /** @description Notes */
            remark: string;
            /** @description RFID tag value */
            rFIDTag: string | null;
            /** @description Serial or lot number */
            serial: string;
            /** @description Secondary serial number */
            serial2: string | null;
            /**
             * Format: date-time
             * @description When it was shipped, in UTC; null while in stock
             */
            shipped: string | null;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin within the warehouse */
            spot: string;
            /** @description Vendor or supplier id */
            supplier: number | null;
            /** @description The transit that it is in, on its way to the warehouse; null if it is in none */
            transitSlip: string | null;
            /** @description Quantity in the item's unit of measure */
            units: number;
            /** @description Warehouse name */
            warehouse: string;
            /** @description Warehouse id */
            wID: number;
        };
        /** @description A page of records of the type LotDetails */
        LotDetailsPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["LotDetails"][];
        };
        /** @description Units of a lot that were issued */
        LotIssue: {
            /** @description Name of the person for whom the client sent the request (X-Actor); absent if it named none */
            actor?: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            /** @description Id of the client that sent the request */
            clientId: string;
            /** @description Order line */
            line: number | null;
            /** @description Production or assembly id of an issue or a receipt */
            prodID: string | null;
            /** @description Record number of the lot */
            recNo: number;
            /** @description External reference */
            reference: string;
            /** @description Notes */
            remark: string;
            /** @description Whether the issue was taken back */
            reversed: boolean;
            /** @description Ship-to customer of an issue */
            shipto: number | null;
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Quantity issued from the lot, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description A page of records of the type Lot */
        LotPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Lot"][];
        };
        /** @description Change of one lot by a transaction */
        LotStep: {
            /** @description The lot it was split from */
            fromRecNo: number | null;
            /** @description Whether the lot is on hold */
            hold: boolean;
            /** @description Record number of the lot; null if a preview would create it */
            recNo: number | null;
            /** @description Bin */
            spot: string;
            /** @description Quantity after, in the item's unit of measure */
            unitsAfter: number;
            /** @description Quantity before, in the item's unit of measure */
            unitsBefore: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description A move that was done */
        Moved: {
            /** @description Source bin */
            fromSpot: string;
            /** @description Every lot that was changed */
            lots: {
                /** @description Record number of the source lot; the same as recNo if the whole lot was moved */
                fromRecNo: number;
                /** @description Record number of the lot at the destination */
                recNo: number;
                /** @description Quantity moved, in the item's unit of measure */
                units: number;
            }[];
            /** @description Item part number */
            partNo: number;
            /** @description Record number of the first lot at the destination */
            recNo: number;
            /** @description Destination warehouse id */
            shipToWid: number;
            /** @description Item SKU */
            shortID: string;
            /**
             * @description What was done
             * @enum {string}
             */
            status: "moved" | "in transit";
            /** @description Destination bin */
            toSpot: string;
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Transit slip reference */
            transitSlip: string;
            /** @description Quantity moved, in the item's unit of measure */
            units: number;
            /** @description Source warehouse id */
            wid: number;
        };
        /** @description Body of move */
        MoveRequest: {
            /** @description Source bin */
            fromSpot?: string | null;
            /** @description ShortID or alias of an item */
            itemID: string;
            /** @description Only lots received on this day or at this moment */
            received?: string | null;
            /** @description The lot to move */
            recno?: number | null;
            /** @description External reference */
            reference?: string | null;
            /** @description RFID tag */
            rfidTag?: string | null;
            /** @description Serial or lot number */
            serial?: string | null;
            /** @description Secondary serial */
            serial2?: string | null;
            /** @description Destination warehouse, for a move between warehouses */
            shipToWid?: number | null;
            /** @description Destination bin; required unless shipToWid is given */
            toSpot?: string | null;
            /** @description true: ship it; it is in transit until the destination receives it. The slip is transitSlip, if that is given */
            transit?: boolean | null;
            /** @description Transit slip reference */
            transitSlip?: string | null;
            /** @description Quantity to move, in the item's unit of measure, at most 6 decimal places */
            units: number;
            /** @description Source warehouse */
            wid: number;
        };
        /** @description Outcome of a write */
        Outcome: {
            /** @description Body of the answer; null while it runs */
            answer: unknown;
            /** @description The Idempotency-Key */
            key: string;
            /** @description Name of the operation */
            operation: string;
            /**
             * @description State of the write
             * @enum {string}
             */
            status: "applied" | "refused" | "running";
            /** @description HTTP status of the answer; null while it runs */
            statusCode: number | null;
        };
        /** @description Body of packShippingOrder */
        PackShippingOrderRequest: {
            /** @description 1 to 100 lines, each once */
            lines: {
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description Name of the package */
                package?: string | null;
                /** @description The lot */
                recno?: number | null;
                /** @description Reason of a short pick: the rest of the line is backordered */
                short?: string | null;
                /** @description Quantity, at most 6 decimal places */
                units: number;
            }[];
        };
        /** @description What a line would do */
        PlannedLine: {
            /** @description The lots that would be changed, after the lines before */
            lots: components["schemas"]["LotStep"][];
            /** @description Item part number */
            partNo: number;
            /** @description Item SKU */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "planned";
            /** @description Quantity, in the item's unit of measure */
            units: number;
        };
        /** @description Body of postCount */
        PostCountRequest: {
            /** @description Reason code of direction in, of what was counted beyond the expected */
            reasonIn: number;
            /** @description Reason code of direction out, of what is missing */
            reasonOut: number;
        };
        /** @description What a request would do */
        Preview: {
            /** @description The lots that would be changed, in the order of choice */
            lots: components["schemas"]["LotStep"][];
            /** @description Item part number */
            partNo: number;
            /** @description Lots of the item in the warehouse that would not be changed, and why */
            passedOver: {
                /** @description Why the lot is passed over */
                reason: string;
                /** @description Record number of the lot */
                recNo: number;
                /** @description Bin */
                spot: string;
                /** @description Quantity in the lot, in the item's unit of measure */
                units: number;
            }[];
            /** @description Item SKU */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "planned";
            /** @description Quantity, in the item's unit of measure */
            units: number;
        };
        /** @description A purchase order */
        PurchaseOrder: {
            /**
             * Format: date-time
             * @description When the goods are expected, in UTC; null if it is not known
             */
            expectedDate: string | null;
            /**
             * Format: date-time
             * @description Date of the order, in UTC
             */
            orderDate: string;
            /** @description Number of the order */
            poNo: string;
            /**
             * @description Open: nothing received. Partial: some received. Closed: nothing more is expected
             * @enum {string}
             */
            status: "Open" | "Partial" | "Closed";
            /** @description Number of lines */
            totalLines: number;
            /** @description Sum of units times unit price over the lines */
            totalValue: number;
            /** @description Name of the vendor */
            vendor: string;
        };
        /** @description A purchase order as it is after the change */
        PurchaseOrderChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["PurchaseOrder"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "purchaseOrder.created" | "purchaseOrder.closed";
        };
        /** @description The fields that identify the records */
        PurchaseOrderChangeIds: {
            /** @description Number of the order */
            poNo: string;
        };
        /** @description A purchase order with its lines */
        PurchaseOrderDetail: {
            /**
             * Format: date-time
             * @description When the goods are expected, in UTC; null if it is not known
             */
            expectedDate: string | null;
            /** @description The lines */
            lines: components["schemas"]["PurchaseOrderLine"][];
            /**
             * Format: date-time
             * @description Date of the order, in UTC
             */
            orderDate: string;
            /** @description Number of the order */
            poNo: string;
            /**
             * @description Open: nothing received. Partial: some received. Closed: nothing more is expected
             * @enum {string}
             */
            status: "Open" | "Partial" | "Closed";
            /** @description Number of lines */
            totalLines: number;
            /** @description Sum of units times unit price over the lines */
            totalValue: number;
            /** @description Name of the vendor */
            vendor: string;
        };
        /** @description A line of a purchase order */
        PurchaseOrderLine: {
            /** @description Item description */
            description: string;
            /** @description Number of the line */
            lineNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Price of one unit */
            unitPrice: number;
            /** @description Quantity ordered */
            units: number;
            /** @description Quantity received */
            unitsReceived: number;
            /** @description Warehouse id */
            warehouse: number;
            /** @description Warehouse name */
            warehouseName: string;
        };
        /** @description A page of records of the type PurchaseOrder */
        PurchaseOrderPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["PurchaseOrder"][];
        };
        /** @description What was received of a line, and what is still expected */
        PurchaseOrderProgress: {
            /** @description Whether the line was closed before all of it was received */
            closedShort: boolean;
            /** @description Number of the line */
            lineNo: number;
            /** @description Per cent by which the receipts may exceed what was ordered */
            overReceipt: number;
            /** @description Why it was closed short; null if it was not */
            reason: string | null;
            /** @description Item SKU */
            shortID: string;
            /** @description Quantity ordered */
            units: number;
            /** @description Quantity still expected; the part of onOrder that the line explains */
            unitsOpen: number;
            /** @description Quantity received */
            unitsReceived: number;
            /** @description Warehouse id */
            warehouse: number;
        };
        /** @description A page of records of the type PurchaseOrderProgress */
        PurchaseOrderProgressPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["PurchaseOrderProgress"][];
        };
        /** @description A receipt against a line of a purchase order */
        PurchaseReceipt: {
            /** @description Number of the line */
            lineNo: number;
            /** @description Number of the order */
            poNo: string;
            /** @description Item SKU */
            shortID: string;
            /** @description Number of the receipt in the ledger */
            transactionNo: number;
            /** @description Quantity of this receipt */
            units: number;
            /** @description Quantity still expected */
            unitsOpen: number;
            /** @description Quantity received of the line so far */
            unitsReceived: number;
            /** @description Warehouse id */
            warehouse: number;
        };
        /** @description A receipt against a line of a purchase order */
        PurchaseReceiptChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["PurchaseReceipt"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "purchaseOrder.received";
        };
        /** @description The fields that identify the records */
        PurchaseReceiptChangeIds: {
            /** @description Number of the line */
            lineNo: number;
            /** @description Number of the order */
            poNo: string;
            /** @description Number of the receipt in the ledger */
            transactionNo: number;
        };
        /** @description Body of 429 */
        RateLimited: {
            /** @description States the limit */
            message: string;
        };
        /** @description A reason for an adjustment */
        ReasonCode: {
            /** @description The number to send as reasonCode */
            code: number;
            /**
             * @description in for Receive, out for Issue
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description Name */
            name: string;
        };
        /** @description A page of records of the type ReasonCode */
        ReasonCodePage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["ReasonCode"][];
        };
        /** @description A receipt that was done */
        Received: {
            /** @description Item part number */
            partNo: number;
            /** @description Record number of the new lot */
            recNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin */
            spot: string;
            /**
             * @description What was done
             * @constant
             */
            status: "received";
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Quantity received, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description Body of receive */
        ReceiveRequest: {
            /** @description Expiration date; ISO 8601 date or date-time, UTC unless it has an offset */
            expires?: string | null;
            /** @description Gross weight, at most 6 decimal places */
            grossWeight?: number | null;
            /** @description ShortID or alias of an item */
            itemID: string;
            /** @description Job or project id */
            jobid?: number | null;
            /** @description Purchase order line */
            line?: number | null;
            /** @description Net weight, at most 6 decimal places */
            netWeight?: number | null;
            /** @description Unit cost, at most 6 decimal places */
            price?: number | null;
            /** @description Production or assembly id, of what a work order made */
            prodID?: string | null;
            /** @description Reason code of direction in */
            reasonCode: number;
            /** @description External reference, such as a purchase order */
            reference?: string | null;
            /** @description Notes */
            remark?: string | null;
            /** @description RFID tag */
            rfidTag?: string | null;
            /** @description Serial or lot number */
            serial?: string | null;
            /** @description Secondary serial */
            serial2?: string | null;
            /** @description Bin */
            spot?: string | null;
            /** @description Vendor or supplier id */
            supplier?: number | null;
            /** @description Quantity in the item's unit of measure, at most 6 decimal places */
            units: number;
            /** @description Destination warehouse */
            wid: number;
        };
        /** @description Body of receiveTransit */
        ReceiveTransitRequest: {
            /** @description 1 to 100 lines, each once */
            lines: {
                /** @description Quantity accepted, at most 6 decimal places */
                accepted: number;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description A registered reason code; required if something is rejected */
                reasonCode?: number | null;
                /** @description The lot */
                recno?: number | null;
                /** @description Quantity rejected: it is received on hold, at most 6 decimal places */
                rejected?: number | null;
                /** @description Bin of what is rejected; spot by default */
                rejectedSpot?: string | null;
                /** @description Bin of what is accepted */
                spot?: string | null;
            }[];
            /** @description Notes */
            remark?: string | null;
        };
        /** @description Body of recountCount */
        RecountCountRequest: {
            /** @description Numbers of the lines; by default those that differ or could not be posted */
            lines?: number[] | null;
        };
        /** @description Answer of release */
        ReleaseAnswer: {
            /** @description Record number of the lot that it was split from; the same as recNo if it is the whole lot */
            fromRecNo: number;
            /** @description Item part number */
            partNo: number;
            /** @description Record number of the lot that is now held or released */
            recNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Bin */
            spot: string;
            /**
             * @description What was done
             * @constant
             */
            status: "released";
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Quantity, in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description Body of release */
        ReleaseRequest: {
            /** @description A registered reason code */
            reasonCode?: number | null;
            /** @description The lot */
            recno: number;
            /** @description Notes */
            remark?: string | null;
            /** @description Part of the lot, in the item's unit of measure, which becomes a lot of its own; the whole lot by default, at most 6 decimal places */
            units?: number | null;
        };
        /** @description Requests of the gateway process that answers, of its last minute */
        RequestFigures: {
            /** @description Requests answered with another 5xx */
            failed: number;
            /** @description Time in milliseconds within which half of the requests were answered, to a fifth; null without any */
            p50Ms: number | null;
            /** @description Time in milliseconds within which 99 % of the requests were answered, to a fifth; null without any */
            p99Ms: number | null;
            /** @description Requests refused with 429 */
            rateLimited: number;
            /** @description Requests per second */
            requestsPerSecond: number;
            /** @description Length of the time that the figures are about, up to now */
            seconds: number;
            /** @description Requests answered with 503 or 504 */
            unavailable: number;
        };
        /** @description Answer of resendWebhookDelivery */
        ResendWebhookDeliveryAnswer: {
            /** @description Record number */
            rec: number;
            /**
             * @description What was done
             * @constant
             */
            status: "queued";
            /** @description The header webhook-id, the same for every attempt of a delivery */
            webhookId: string;
        };
        /** @description Units that are promised */
        Reservation: {
            /**
             * Format: date-time
             * @description Moment from which it holds nothing, in UTC; null if it does not end
             */
            expires: string | null;
            /** @description The item's ShortID */
            itemID: string;
            /** @description Order line */
            line: number | null;
            /**
             * @description Whether it belongs to the shipping order that `reference` names; only the order then changes it
             * @default false
             */
            ofOrder: boolean;
            /** @description Priority; a higher number comes first */
            priority: number;
            /** @description The reserved lot; null for units of any lot */
            recno: number | null;
            /** @description What it is for, such as an order */
            reference: string;
            /** @description Quantity that is still reserved; part of the committed figure */
            remaining: number;
            /** @description Number of the reservation */
            reservationID: number;
            /**
             * @description State
             * @enum {string}
             */
            state: "Active" | "Consumed" | "Released" | "Expired";
            /** @description Quantity that was reserved */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description A page of records of the type Reservation */
        ReservationPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Reservation"][];
        };
        /** @description Body of returnTransit */
        ReturnTransitRequest: {
            /** @description 1 to 100 lines, each once */
            lines: {
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description The lot */
                recno?: number | null;
                /** @description Bin in the source warehouse */
                spot?: string | null;
                /** @description Quantity returned, at most 6 decimal places */
                units: number;
            }[];
            /** @description Notes */
            remark?: string | null;
        };
        /** @description A transaction that was reversed */
        Reversed: {
            /** @description Every lot that was changed */
            lots: {
                /** @description Record number of the lot */
                recNo: number;
                /** @description Quantity in the lot now, in the item's unit of measure */
                units: number;
            }[];
            /** @description Item part number */
            partNo: number;
            /** @description The transaction that was reversed */
            reverses: number;
            /** @description Item SKU */
            shortID: string;
            /**
             * @description What was done
             * @constant
             */
            status: "reversed";
            /** @description Number of the transaction in the ledger */
            transactionNo: number;
            /** @description Quantity, in the item's unit of measure */
            units: number;
        };
        /** @description Body of reverse */
        ReverseRequest: {
            /** @description Notes */
            remark?: string | null;
        };
        /** @description Answer of rotateWebhookSecret */
        RotateWebhookSecretAnswer: {
            /**
             * Format: date-time
             * @description End of the time in which deliveries are signed with the previous secret too, in UTC
             */
            previousValidUntil: string;
            /** @description Record number */
            rec: number;
            /** @description The secret of signatures (Standard Webhooks), whsec_ and base64; shown only once */
            secret: string;
            /**
             * @description What was done
             * @constant
             */
            status: "rotated";
        };
        /** @description State of one process of a service */
        ServiceFigures: {
            /** @description What waits in its database, for how many seconds, and what its last reconcile found */
            figures: {
                [key: string]: number;
            };
            /** @description Whether the process that answered for it can work */
            ready: boolean;
            /** @description What is wrong with it */
            reasons: string[];
            /** @description Name of the service */
            service: string;
        };
        /** @description A shipping order */
        ShippingOrder: {
            /** @description Name of the customer */
            customer: string;
            /**
             * Format: date-time
             * @description Date of the order, in UTC
             */
            orderDate: string;
            /**
             * Format: date-time
             * @description Planned date of shipment, in UTC; null if there is none
             */
            shipDate: string | null;
            /** @description Number of the order */
            soNo: string;
            /**
             * @description Open: nothing is packed or shipped. Closed: everything is shipped or canceled. Partial: in between
             * @enum {string}
             */
            status: "Open" | "Partial" | "Closed";
            /** @description Number of lines */
            totalLines: number;
        };
        /** @description A shipping order as it is after the change */
        ShippingOrderChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["ShippingOrder"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "shippingOrder.created" | "shippingOrder.closed";
        };
        /** @description The fields that identify the records */
        ShippingOrderChangeIds: {
            /** @description Number of the order */
            soNo: string;
        };
        /** @description A shipping order with its lines */
        ShippingOrderDetail: {
            /** @description Name of the customer */
            customer: string;
            /** @description Every line, by its number */
            lines: components["schemas"]["ShippingOrderLine"][];
            /**
             * Format: date-time
             * @description Date of the order, in UTC
             */
            orderDate: string;
            /**
             * Format: date-time
             * @description Planned date of shipment, in UTC; null if there is none
             */
            shipDate: string | null;
            /** @description Number of the order */
            soNo: string;
            /**
             * @description Open: nothing is packed or shipped. Closed: everything is shipped or canceled. Partial: in between
             * @enum {string}
             */
            status: "Open" | "Partial" | "Closed";
            /** @description Number of lines */
            totalLines: number;
        };
        /** @description A line of a shipping order */
        ShippingOrderLine: {
            /** @description Item description */
            description: string;
            /** @description Number of the line */
            lineNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Quantity ordered */
            units: number;
            /** @description Warehouse id */
            warehouse: number;
            /** @description Warehouse name */
            warehouseName: string;
        };
        /** @description A page of records of the type ShippingOrder */
        ShippingOrderPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["ShippingOrder"][];
        };
        /** @description Where the units of a line are: units = shipped + packed + committed + backordered + canceled */
        ShippingOrderProgress: {
            /** @description Waits for stock */
            backordered: number;
            /** @description Not wanted any more */
            canceled: number;
            /** @description Allocated, not yet packed */
            committed: number;
            /** @description Item description */
            description: string;
            /** @description Number of the line */
            lineNo: number;
            /** @description Packed, not yet shipped */
            packed: number;
            /** @description Shipped */
            shipped: number;
            /** @description Why units are backordered: stock that cannot be allocated */
            short: {
                /**
                 * @description Why stock cannot be allocated; lost: it was committed to the line and is not there
                 * @enum {string}
                 */
                reason: "lost" | "held" | "expired" | "reserved" | "packed";
                /** @description What it is reserved or packed for; '' if for nothing */
                reference: string;
                /** @description Quantity */
                units: number;
            }[];
            /** @description Item SKU */
            shortID: string;
            /** @description Quantity ordered */
            units: number;
            /** @description Warehouse id */
            warehouse: number;
            /** @description Warehouse name */
            warehouseName: string;
        };
        /** @description A page of records of the type ShippingOrderProgress */
        ShippingOrderProgressPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["ShippingOrderProgress"][];
        };
        /** @description What was allocated, backordered, packed or shipped of a shipping order */
        ShippingStep: {
            /** @description The lines that this concerns */
            lines: {
                /** @description Number of the line */
                lineNo: number;
                /** @description Item SKU */
                shortID: string;
                /** @description Quantity that was allocated, backordered, packed or shipped now */
                units: number;
                /** @description Warehouse id */
                warehouse: number;
            }[];
            /** @description Of shippingOrder.backordered: why the units cannot be had any more: `held`, `expired`, `lost`, or several of these, separated by commas */
            reason?: string;
            /** @description Number of the order */
            soNo: string;
            /**
             * @description Open: nothing is packed or shipped. Closed: everything is shipped or canceled. Partial: in between
             * @enum {string}
             */
            status: "Open" | "Partial" | "Closed";
            /** @description Tracking number of a shipment; null if there is none */
            tracking: string | null;
        };
        /** @description Lines of a shipping order that were allocated, backordered, packed or shipped */
        ShippingStepChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["ShippingStep"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "shippingOrder.allocated" | "shippingOrder.backordered" | "shippingOrder.packed" | "shippingOrder.shipped";
        };
        /** @description The fields that identify the records */
        ShippingStepChangeIds: {
            /** @description The lines */
            lineNos: number[];
            /** @description Number of the order */
            soNo: string;
        };
        /** @description Body of shipShippingOrder */
        ShipShippingOrderRequest: {
            /** @description Lines whose packed units are shipped; all by default */
            lines?: {
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
            }[] | null;
            /** @description Tracking number */
            tracking?: string | null;
        };
        /** @description Body of shipTransit */
        ShipTransitRequest: {
            /** @description 1 to 100 lines */
            lines: {
                /** @description ShortID or alias of an item */
                itemID: string;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo?: number | null;
                /** @description The lot */
                recno?: number | null;
                /** @description Quantity to ship, in the item's unit of measure, at most 6 decimal places */
                units: number;
            }[];
            /** @description External reference */
            reference?: string | null;
            /** @description Notes */
            remark?: string | null;
            /** @description Destination warehouse */
            shipToWid: number;
            /** @description Number of the transit slip, assigned if it is not given */
            slip?: string | null;
            /** @description Source warehouse */
            wid: number;
        };
        /** @description A new entry of the ledger */
        StockChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["Transaction"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "inventory.received" | "inventory.moved" | "inventory.issued" | "inventory.held" | "inventory.released" | "inventory.reversed" | "inventory.ordered" | "inventory.reserved" | "inventory.unreserved" | "inventory.expired" | "inventory.packed" | "inventory.unpacked" | "inventory.amended" | "inventory.shipped" | "inventory.accepted" | "inventory.rejected" | "inventory.returned" | "inventory.lost";
        };
        /** @description The fields that identify the records */
        StockChangeIds: {
            /** @description The item's ShortID */
            itemID: string;
            /** @description Item part number */
            partNo: number;
            /** @description Record numbers of the lots */
            recNos: number[];
            /** @description Ascending number of the transaction */
            transactionNo: number;
        };
        /** @description Stock of one item, in the item's unit of measure */
        StockLevel: {
            /** @description In transit (advance ship notice) */
            aSN: number;
            /** @description inStock - onHold - committed - packed */
            available: number;
            /** @description Allocated to shipping orders */
            committed: number;
            /** @description The item's description, with `include=item` */
            description?: string;
            /** @description Physically in the warehouse */
            inStock: number;
            /** @description In stock but held */
            onHold: number;
            /** @description On open purchase orders */
            onOrder: number;
            /** @description Packed and awaiting shipment */
            packed: number;
            /** @description Item part number */
            partNo: number;
            /** @description Item SKU, with `include=item` */
            shortID?: string;
        };
        /** @description A page of records of the type StockLevel */
        StockLevelPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["StockLevel"][];
        };
        /** @description Body of submitCount */
        SubmitCountRequest: {
            /** @description Lines that are not counted: refuse (default), or skip them */
            uncounted?: ("refuse" | "skip") | null;
        };
        /** @description How busy the system is, and what waits */
        SystemFigures: {
            gateway: components["schemas"]["RequestFigures"];
            /** @description Every service */
            services: components["schemas"]["ServiceFigures"][];
        };
        /** @description Answer of testWebhook */
        TestWebhookAnswer: {
            /** @description Whether the receiver accepted it with 2xx */
            delivered: boolean;
            /** @description Duration in milliseconds */
            durationMs: number;
            /** @description Why there was no answer; null if there was one */
            error: string | null;
            /** @description Record number */
            rec: number;
            /** @description The HTTP status of the answer; null if there was none */
            status: number | null;
            /** @description The header webhook-id, the same for every attempt of a delivery */
            webhookId: string;
        };
        /** @description An access token (RFC 6749, 5.1) */
        Token: {
            /** @description Bearer token for the Authorization header */
            access_token: string;
            /** @description Seconds until the token expires */
            expires_in: number;
            /**
             * @description Token type
             * @constant
             */
            token_type: "bearer";
        };
        /** @description Answer of traceLot */
        TraceLotAnswer: {
            /** @description Lots split from it */
            children: components["schemas"]["LotDetails"][];
            /** @description Lots split from it, from those, and so on: with the lot itself, all places of its units; at most 1000 */
            descendants: components["schemas"]["LotDetails"][];
            /** @description Whether there are more parents, descendants, transactions or issues than are named: the ledger has all entries of a lot (`recno`), with the lots split from it */
            isCut: boolean;
            /** @description Issues from the lot and its descendants, oldest first: who received its units; at most 1000 */
            issues: components["schemas"]["LotIssue"][];
            lot: components["schemas"]["LotDetails"];
            /** @description The lot that it was split from, the lot before that, up to the receipt; at most 100 */
            parents: components["schemas"]["LotDetails"][];
            /** @description Transactions that changed the lot, oldest first; at most 1000 */
            transactions: components["schemas"]["Transaction"][];
        };
        /** @description An entry of the ledger */
        Transaction: {
            /** @description Name of the person for whom the client sent the request (X-Actor); absent if it named none */
            actor?: string;
            /** @description What was amended of the lot; absent for other types */
            amended?: components["schemas"]["Amendment"][];
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            /** @description Id of the client that sent the request */
            clientId: string;
            /**
             * @description The count that posted it
             * @default null
             */
            countNo: string | null;
            /** @description Expiration date of a receipt, in UTC */
            expires: string | null;
            /** @description Gross weight of a receipt */
            grossWeight: number | null;
            /** @description The item's ShortID */
            itemID: string;
            /** @description Every figure of a level that was changed */
            levels: components["schemas"]["LevelChange"][];
            /** @description Order line */
            line: number | null;
            /** @description Every lot that was changed */
            lots: components["schemas"]["LotStep"][];
            /** @description Net weight */
            netWeight: number | null;
            /** @description Item part number */
            partNo: number;
            /** @description Unit cost of a receipt */
            price: number | null;
            /** @description Production or assembly id of an issue or a receipt */
            prodID: string | null;
            /** @description Reason code; null when none */
            reasonCode: number | null;
            /** @description External reference */
            reference: string;
            /** @description Notes */
            remark: string;
            /** @description X-Request-Id of the request */
            requestId: string;
            /** @description The transaction that this one reversed */
            reverses: number | null;
            /** @description Ship-to customer of an issue */
            shipto: number | null;
            /** @description Destination warehouse of a move */
            shipToWid: number | null;
            /** @description Bin */
            spot: string;
            /** @description Vendor or supplier id of a receipt */
            supplier: number | null;
            /** @description Destination bin of a move */
            toSpot: string | null;
            /** @description Ascending number of the transaction */
            transactionNo: number;
            /** @description Transit slip of a move */
            transitSlip: string | null;
            /**
             * @description Type of the transaction
             * @enum {string}
             */
            type: "receive" | "move" | "issue" | "hold" | "release" | "reverse" | "order" | "reserve" | "unreserve" | "expire" | "pack" | "unpack" | "amend" | "ship" | "accept" | "reject" | "return" | "lose";
            /** @description Quantity in the item's unit of measure */
            units: number;
            /** @description Warehouse id */
            wid: number;
        };
        /** @description A page of records of the type Transaction */
        TransactionPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Transaction"][];
        };
        /** @description Stock on its way from one warehouse to another */
        Transit: {
            /** @description External reference */
            reference: string;
            /** @description Notes */
            remark: string;
            /**
             * Format: date-time
             * @description When it was shipped, in UTC
             */
            shipped: string;
            /** @description Name of the destination warehouse when the slip was made */
            shipToWarehouse: string;
            /** @description Destination warehouse id */
            shipToWid: number;
            /** @description Number of the transit slip */
            slip: string;
            /**
             * @description In Transit: nothing is received yet. Partial: something is received, something is in transit. Received: nothing is in transit, or lost. Closed: what was in transit is lost. Canceled: everything was returned
             * @enum {string}
             */
            status: "In Transit" | "Partial" | "Received" | "Closed" | "Canceled";
            /** @description Number of lines */
            totalLines: number;
            /** @description Name of the source warehouse when the slip was made */
            warehouse: string;
            /** @description Source warehouse id */
            wid: number;
        };
        /** @description A transit with its lines */
        TransitDetail: {
            /** @description Every line, by its number */
            lines: components["schemas"]["TransitLine"][];
            /** @description External reference */
            reference: string;
            /** @description Notes */
            remark: string;
            /**
             * Format: date-time
             * @description When it was shipped, in UTC
             */
            shipped: string;
            /** @description Name of the destination warehouse when the slip was made */
            shipToWarehouse: string;
            /** @description Destination warehouse id */
            shipToWid: number;
            /** @description Number of the transit slip */
            slip: string;
            /**
             * @description In Transit: nothing is received yet. Partial: something is received, something is in transit. Received: nothing is in transit, or lost. Closed: what was in transit is lost. Canceled: everything was returned
             * @enum {string}
             */
            status: "In Transit" | "Partial" | "Received" | "Closed" | "Canceled";
            /** @description Number of lines */
            totalLines: number;
            /** @description Name of the source warehouse when the slip was made */
            warehouse: string;
            /** @description Source warehouse id */
            wid: number;
        };
        /** @description A line of a transit: shipped = accepted + rejected + returned + lost + inTransit */
        TransitLine: {
            /** @description Received and accepted */
            accepted: number;
            /** @description Item description */
            description: string;
            /** @description On its way */
            inTransit: number;
            /** @description Number of the line */
            lineNo: number;
            /** @description Written off */
            lost: number;
            /** @description The lots on their way, in the sequence in which they are received */
            lots: components["schemas"]["TransitLot"][];
            /** @description Received and rejected: on hold in the destination warehouse */
            rejected: number;
            /** @description Returned to the source warehouse */
            returned: number;
            /** @description Shipped */
            shipped: number;
            /** @description Item SKU */
            shortID: string;
        };
        /** @description A lot in transit */
        TransitLot: {
            /**
             * Format: date-time
             * @description When it expires, in UTC; null if never
             */
            expires: string | null;
            /** @description Record number of the lot */
            recNo: number;
            /** @description Serial or lot number */
            serial: string;
            /** @description Quantity in transit */
            units: number;
        };
        /** @description A page of records of the type Transit */
        TransitPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Transit"][];
        };
        /** @description What was shipped, received, returned or written off of a transit */
        TransitStep: {
            /** @description The lines that this concerns */
            lines: {
                /** @description Quantity accepted now */
                accepted: number;
                /** @description Quantity that is still in transit */
                inTransit: number;
                /** @description Number of the line */
                lineNo: number;
                /** @description Quantity written off now */
                lost: number;
                /** @description Quantity rejected now */
                rejected: number;
                /** @description Quantity returned now */
                returned: number;
                /** @description Quantity shipped now */
                shipped: number;
                /** @description Item SKU */
                shortID: string;
            }[];
            /** @description Why it was closed; null if no reason was needed */
            reasonCode: number | null;
            /** @description Destination warehouse id */
            shipToWid: number;
            /** @description Number of the transit slip */
            slip: string;
            /**
             * @description In Transit: nothing is received yet. Partial: something is received, something is in transit. Received: nothing is in transit, or lost. Closed: what was in transit is lost. Canceled: everything was returned
             * @enum {string}
             */
            status: "In Transit" | "Partial" | "Received" | "Closed" | "Canceled";
            /** @description Source warehouse id */
            wid: number;
        };
        /** @description Lines of a transit that were shipped, received, returned or written off */
        TransitStepChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["TransitStep"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "transit.shipped" | "transit.received" | "transit.returned" | "transit.closed";
        };
        /** @description The fields that identify the records */
        TransitStepChangeIds: {
            /** @description The lines */
            lineNos: number[];
            /** @description Number of the transit slip */
            slip: string;
        };
        /** @description Body of unpackShippingOrder */
        UnpackShippingOrderRequest: {
            /** @description 1 to 100 lines, each once */
            lines: {
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description Name of the package */
                package?: string | null;
                /** @description The lot */
                recno?: number | null;
                /** @description Quantity, at most 6 decimal places */
                units: number;
            }[];
        };
        /** @description Body of updateCustomer */
        UpdateCustomerRequest: {
            /** @description Whether new orders may name it */
            active?: boolean | null;
            /** @description Street and number */
            address1?: string | null;
            /** @description Second line of the address */
            address2?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Name of the person to talk to */
            contact?: string | null;
            /** @description Country */
            country?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Fax number */
            fax?: string | null;
            /** @description Full name */
            name?: string | null;
            /** @description Telephone number */
            phone?: string | null;
            /** @description Short name, unique among its kind; cannot be changed */
            shortID: string;
            /** @description State or region */
            state?: string | null;
            /** @description Postal code */
            zip?: string | null;
        };
        /** @description Answer of updateItem */
        UpdateItemAnswer: {
            /** @description SKU of the item */
            shortID: string;
            /**
             * @description What was done
             * @enum {string}
             */
            status: "updated" | "unchanged";
        };
        /** @description Body of updateItem */
        UpdateItemRequest: {
            /** @description The opposite of discontinued */
            active?: boolean | null;
            /** @description Category id */
            category?: number | null;
            /** @description Another name for category */
            categoryID?: number | null;
            /** @description Item description */
            description?: string | null;
            /** @description Default owner (customer id); 0 is own stock */
            dfltOwner?: number | null;
            /** @description Whether the item is discontinued; false makes it active again */
            discontinued?: boolean | null;
            /** @description Packaging */
            putUp?: string | null;
            /** @description SKU of an item */
            shortID: string;
            /** @description Sub-category id */
            subCategory?: number | null;
            /** @description Another name for uOM */
            unit?: string | null;
            /** @description Units per package, at most 6 decimal places; 1 by default */
            units?: number | null;
            /** @description Unit of measure; EA by default */
            uOM?: string | null;
        };
        /** @description Body of updatePurchaseOrder */
        UpdatePurchaseOrderRequest: {
            /** @description When the goods are expected */
            expectedDate?: string | null;
            /** @description Lines to change, and lines to add, each once; others stay as they are */
            lines?: {
                /** @description true closes the line short: nothing more of it is expected */
                close?: boolean | null;
                /** @description The same as shortID */
                itemID?: string | null;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description Per cent by which the receipts of the line may exceed what was ordered, at most 6 decimal places */
                overReceipt?: number | null;
                /** @description Why the line is closed short; required with close */
                reason?: string | null;
                /** @description ShortID or alias of an item; of a new line */
                shortID?: string | null;
                /** @description Price of one unit, 0 by default, at most 6 decimal places */
                unitPrice?: number | null;
                /** @description Quantity ordered, not below what was received, at most 6 decimal places */
                units?: number | null;
                /** @description Warehouse id; of a new line */
                warehouse?: number | null;
                /** @description The same as warehouse */
                wid?: number | null;
            }[] | null;
            /** @description Date of the order */
            orderDate?: string | null;
        };
        /** @description Body of updateReservation */
        UpdateReservationRequest: {
            /** @description Moment in the future, or null for no end */
            expires?: string | null;
            /** @description Priority, 0 by default; a higher number comes first */
            priority?: number | null;
            /** @description Quantity reserved, with what was consumed of it, at most 6 decimal places */
            units?: number | null;
        };
        /** @description Body of updateShippingOrder */
        UpdateShippingOrderRequest: {
            /** @description Lines to change, and lines to add, each once; others stay as they are */
            lines?: {
                /** @description The same as shortID */
                itemID?: string | null;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description ShortID or alias of an item; of a new line */
                shortID?: string | null;
                /** @description Quantity ordered, not below what is shipped, packed or canceled, at most 6 decimal places */
                units?: number | null;
                /** @description Warehouse id; of a new line */
                warehouse?: number | null;
                /** @description The same as warehouse */
                wid?: number | null;
            }[] | null;
            /** @description Priority; a higher number comes first */
            priority?: number | null;
            /** @description Planned date of shipment */
            shipDate?: string | null;
        };
        /** @description Body of updateVendor */
        UpdateVendorRequest: {
            /** @description Whether new orders may name it */
            active?: boolean | null;
            /** @description Street and number */
            address1?: string | null;
            /** @description Second line of the address */
            address2?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Name of the person to talk to */
            contact?: string | null;
            /** @description Country */
            country?: string | null;
            /** @description E-mail address */
            email?: string | null;
            /** @description Fax number */
            fax?: string | null;
            /** @description Full name */
            name?: string | null;
            /** @description Per cent by which the receipts of each line of its new orders may exceed what was ordered, at most 6 decimal places */
            overReceipt?: number | null;
            /** @description Telephone number */
            phone?: string | null;
            /** @description Short name, unique among its kind; cannot be changed */
            shortID: string;
            /** @description State or region */
            state?: string | null;
            /** @description Postal code */
            zip?: string | null;
        };
        /** @description Answer of updateWebhook */
        UpdateWebhookAnswer: {
            /** @description Record number */
            rec: number;
            /**
             * @description What was done
             * @enum {string}
             */
            status: "updated" | "unchanged";
        };
        /** @description Body of updateWebhook */
        UpdateWebhookRequest: {
            /** @description Whether changes are sent; true by default. true also resets a webhook that was switched off */
            active?: boolean | null;
            /** @description The types of changes that are sent; also accepted as a string, separated by commas */
            events?: ("inventory.received" | "inventory.moved" | "inventory.issued" | "inventory.held" | "inventory.released" | "inventory.reversed" | "inventory.ordered" | "inventory.reserved" | "inventory.unreserved" | "inventory.expired" | "inventory.packed" | "inventory.unpacked" | "inventory.amended" | "inventory.shipped" | "inventory.accepted" | "inventory.rejected" | "inventory.returned" | "inventory.lost" | "item.created" | "item.updated" | "item.discontinued" | "alias.created" | "alias.deleted" | "purchaseOrder.created" | "purchaseOrder.closed" | "purchaseOrder.received" | "shippingOrder.created" | "shippingOrder.closed" | "shippingOrder.allocated" | "shippingOrder.backordered" | "shippingOrder.packed" | "shippingOrder.shipped" | "workOrder.created" | "workOrder.started" | "workOrder.closed" | "transit.shipped" | "transit.received" | "transit.returned" | "transit.closed" | "count.posted")[] | null;
            /** @description Name */
            name?: string | null;
            /** @description full (default) sends the data of a change as in GET /Changes, id only the fields that identify its records */
            payloadMode?: ("full" | "id") | null;
            /** @description Webhook record number */
            rec: number;
            /** @description Where changes are sent: https, or http to the loopback for development */
            url?: string | null;
        };
        /** @description Body of updateWorkOrder */
        UpdateWorkOrderRequest: {
            /** @description Who does the work */
            assignee?: string | null;
            /** @description What is made */
            description?: string | null;
            /** @description When it is to be finished */
            dueDate?: string | null;
            /** @description Lines to change, and lines to add, each once; others stay as they are */
            lines?: {
                /** @description The same as shortID */
                itemID?: string | null;
                /** @description Number of the line, unique within the order; the next free one by default */
                lineNo: number;
                /** @description ShortID or alias of an item; of a new line */
                shortID?: string | null;
                /** @description Quantity required, at most 6 decimal places */
                units?: number | null;
                /** @description Warehouse id; of a new line */
                warehouse?: number | null;
                /** @description The same as warehouse */
                wid?: number | null;
            }[] | null;
            /** @description When the work begins */
            startDate?: string | null;
        };
        /** @description A vendor */
        Vendor: {
            /** @description Whether new orders may name it */
            active: boolean;
            /** @description Street and number */
            address1: string;
            /** @description Second line of the address */
            address2: string;
            /** @description City */
            city: string;
            /** @description Name of the person to talk to */
            contact: string;
            /** @description Country */
            country: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description E-mail address */
            email: string;
            /** @description Fax number */
            fax: string;
            /** @description Number, as in supplier */
            id: number;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC
             */
            modified: string;
            /** @description Full name */
            name: string;
            /** @description Per cent by which receipts may exceed a line of a new order */
            overReceipt: number;
            /** @description Telephone number */
            phone: string;
            /** @description Short name, unique */
            shortID: string;
            /** @description State or region */
            state: string;
            /** @description Postal code */
            zip: string;
        };
        /** @description A page of records of the type Vendor */
        VendorPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Vendor"][];
        };
        /** @description A warehouse */
        Warehouse: {
            /** @description Warehouse name */
            name: string;
            /** @description Warehouse id */
            wID: number;
        };
        /** @description A page of records of the type Warehouse */
        WarehousePage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Warehouse"][];
        };
        /** @description A URL to which changes are sent as they happen */
        Webhook: {
            /** @description Whether changes are sent */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC
             */
            created: string;
            /** @description The types of changes that are sent */
            events: ("inventory.received" | "inventory.moved" | "inventory.issued" | "inventory.held" | "inventory.released" | "inventory.reversed" | "inventory.ordered" | "inventory.reserved" | "inventory.unreserved" | "inventory.expired" | "inventory.packed" | "inventory.unpacked" | "inventory.amended" | "inventory.shipped" | "inventory.accepted" | "inventory.rejected" | "inventory.returned" | "inventory.lost" | "item.created" | "item.updated" | "item.discontinued" | "alias.created" | "alias.deleted" | "purchaseOrder.created" | "purchaseOrder.closed" | "purchaseOrder.received" | "shippingOrder.created" | "shippingOrder.closed" | "shippingOrder.allocated" | "shippingOrder.backordered" | "shippingOrder.packed" | "shippingOrder.shipped" | "workOrder.created" | "workOrder.started" | "workOrder.closed" | "transit.shipped" | "transit.received" | "transit.returned" | "transit.closed" | "count.posted")[];
            /**
             * Format: date-time
             * @description When the first of the present failures happened; null if the last attempt succeeded, in UTC
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC
             */
            modified: string;
            /** @description Name */
            name: string;
            /**
             * @description What is sent of a change: full or id
             * @enum {string}
             */
            payloadMode: "full" | "id";
            /** @description Record number */
            rec: number;
            /** @description Why the system switched the webhook off; null if it did not */
            switchedOff: string | null;
            /** @description Where changes are sent */
            url: string;
        };
        /** @description One attempt to deliver a change */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it began, in UTC
             */
            at: string;
            /** @description The number of this attempt, from 1 */
            attempt: number;
            /** @description Duration in milliseconds */
            durationMs: number;
            /** @description Why there was no answer; null if there was one */
            error: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is made; null if there is none, in UTC
             */
            nextAttempt: string | null;
            /**
             * @description The result
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "given up";
            /** @description The change's sequence; null for a test */
            sequence: number | null;
            /** @description The HTTP status of the answer; null if there was none */
            status: number | null;
            /** @description The type of the change; webhook.test for a test */
            type: string;
            /** @description The header webhook-id, the same for every attempt of a delivery */
            webhookId: string;
        };
        /** @description A page of records of the type WebhookAttempt */
        WebhookAttemptPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A page of records of the type Webhook */
        WebhookPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["Webhook"][];
        };
        /** @description A work order */
        WorkOrder: {
            /** @description Who does the work; blank if nobody is assigned */
            assignee: string;
            /** @description What is made */
            description: string;
            /**
             * Format: date-time
             * @description When it is to be finished, in UTC; null if that is open
             */
            dueDate: string | null;
            /**
             * Format: date-time
             * @description When the work begins, in UTC; null if it is not planned
             */
            startDate: string | null;
            /**
             * @description Open: not started. In Progress: started. Closed: finished
             * @enum {string}
             */
            status: "Open" | "In Progress" | "Closed";
            /** @description Number of lines */
            totalLines: number;
            /** @description Number of the order */
            woNo: string;
        };
        /** @description A work order as it is after the change */
        WorkOrderChange: {
            /**
             * Format: date-time
             * @description When it happened, in UTC
             */
            at: string;
            data: components["schemas"]["WorkOrder"];
            /** @description Identifies the change, in the feed and in webhooks */
            id: string;
            /** @description Position in the feed, from 1, without a gap */
            sequence: number;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "workOrder.created" | "workOrder.started" | "workOrder.closed";
        };
        /** @description The fields that identify the records */
        WorkOrderChangeIds: {
            /** @description Number of the order */
            woNo: string;
        };
        /** @description A work order with its lines and notes */
        WorkOrderDetail: {
            /** @description Who does the work; blank if nobody is assigned */
            assignee: string;
            /** @description What is made */
            description: string;
            /**
             * Format: date-time
             * @description When it is to be finished, in UTC; null if that is open
             */
            dueDate: string | null;
            /** @description The components */
            lines: components["schemas"]["WorkOrderLine"][];
            /** @description The notes, oldest first */
            notes: components["schemas"]["WorkOrderNote"][];
            /**
             * Format: date-time
             * @description When the work begins, in UTC; null if it is not planned
             */
            startDate: string | null;
            /**
             * @description Open: not started. In Progress: started. Closed: finished
             * @enum {string}
             */
            status: "Open" | "In Progress" | "Closed";
            /** @description Number of lines */
            totalLines: number;
            /** @description Number of the order */
            woNo: string;
        };
        /** @description A component of a work order */
        WorkOrderLine: {
            /** @description Item description */
            description: string;
            /** @description Number of the line */
            lineNo: number;
            /** @description Item SKU */
            shortID: string;
            /** @description Quantity required */
            units: number;
            /** @description Quantity issued to the order */
            unitsCompleted: number;
            /** @description Warehouse id */
            warehouse: number;
            /** @description Warehouse name */
            warehouseName: string;
        };
        /** @description A note on a work order */
        WorkOrderNote: {
            /** @description Id of the client that wrote it */
            author: string;
            /** @description The note */
            note: string;
            /**
             * Format: date-time
             * @description When it was written, in UTC
             */
            noteDate: string;
        };
        /** @description A page of records of the type WorkOrder */
        WorkOrderPage: {
            /** @description Whether more pages follow */
            hasMore: boolean;
            /** @description Number of this page */
            page: number;
            /** @description Number of pages */
            pageCount: number;
            /** @description Records on a page, as requested and capped */
            pageSize: number;
            /** @description Records matching the query, before paging */
            totalCount: number;
            /** @description Records of this page */
            value: components["schemas"]["WorkOrder"][];
        };
    };
    responses: {
        /** @description internal_error: Unexpected server error */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The answer that If-None-Match names has not changed; no body */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description outcome_unknown: May have been done; repeat with the same Idempotency-Key */
        OutcomeUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; the body is only a message */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Rate limit exceeded. Maximum 100 requests per minute."
                 *     }
                 */
                "application/json": components["schemas"]["RateLimited"];
            };
        };
        /** @description service_unavailable: Certainly not done; repeat after Retry-After */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description unauthorized: Authentication missing, invalid or expired */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
        Actor: string;
        /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
        IdempotencyKey: string;
        /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
        IfNoneMatch: string;
        /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
        WebhookId: string;
        /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
        WebhookSignature: string;
        /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
        WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description Most changes in one answer, 100 by default; less than 1 counts as 1, more than 1000 as 1000
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The position before the first change, 0 by default; `latest` is the current end of the feed
                 * @example 0
                 */
                since?: "latest" | number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the changes of stock and catalog after a position, in one sequence without gaps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changes"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the clients, without their secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCounts: {
        parameters: {
            query?: {
                /** @description Only counts of this assignee */
                assignee?: string;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only counts created at this moment or earlier */
                endDate?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only counts created at this moment or later */
                startDate?: string;
                /**
                 * @description Only this status
                 * @example Submitted
                 */
                status?: "Open" | "Submitted" | "Approved" | "Partial" | "Posted" | "Canceled";
                /** @description Only counts of this warehouse */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List counts, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "countNo": "CC-90003",
                 *       "wid": 1,
                 *       "items": [
                 *         "BOLT-M6-30"
                 *       ],
                 *       "assignee": "Early shift"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCountRequest"];
            };
        };
        responses: {
            /** @description Create a count of bins, of items, or of a whole warehouse */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90001
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a count with its lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approveCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90001
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approve what was counted; a client that counted a large difference does not approve it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90003
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel a count; what is posted stays posted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    countLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90003
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemID": "BOLT-M6-30",
                 *       "spot": "COUNT-02",
                 *       "counted": 12
                 *     }
                 */
                "application/json": components["schemas"]["CountLineRequest"];
            };
        };
        responses: {
            /** @description Say what was counted of an item at a spot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountLine"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90001
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reasonIn": 12,
                 *       "reasonOut": 23
                 *     }
                 */
                "application/json": components["schemas"]["PostCountRequest"];
            };
        };
        responses: {
            /** @description Post the differences of an approved count: receipts, issues, and moves of what lay at a wrong spot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recountCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90003
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RecountCountRequest"];
            };
        };
        responses: {
            /** @description Have lines of a count counted again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    submitCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the count
                 * @example CC-90003
                 */
                countNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "uncounted": "skip"
                 *     }
                 */
                "application/json": components["schemas"]["SubmitCountRequest"];
            };
        };
        responses: {
            /** @description Submit what was counted, to be approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shortID": "HANSE",
                 *       "phone": "+49 40 1234567"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCustomerRequest"];
            };
        };
        responses: {
            /** @description Change fields of a customer; omitted fields keep their values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shortID": "NEW-CUSTOMER",
                 *       "name": "New Customer Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCustomerRequest"];
            };
        };
        responses: {
            /** @description Create a customer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Short name, unique among its kind; cannot be changed
                 * @example HANSE
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one customer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    discontinueCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Short name, unique among its kind; cannot be changed
                 * @example ALPINE
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discontinue a customer: new orders may not name it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List all customers by ShortID, discontinued ones too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readFigures: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get how busy the gateway that answers is, and what waits in each service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemFigures"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLots: {
        parameters: {
            query?: {
                /** @description Only active, or only inactive lots */
                active?: boolean;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only held, or only free lots */
                hold?: boolean;
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Job id */
                jobid?: number;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250
                 * @example 25
                 */
                pageSize?: number;
                /** @description Part number of an item */
                partNo?: number;
                /** @description RFID tag */
                rfidTag?: string;
                /** @description Serial or lot number */
                serial?: string;
                /** @description ShortID or alias of an item, as itemID */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Bin */
                spot?: string;
                /** @description Warehouse id */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the lots of the client's warehouses, most recent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWarehouseLots: {
        parameters: {
            query?: {
                /** @description Only active, or only inactive lots */
                active?: boolean;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only held, or only free lots */
                hold?: boolean;
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Job id */
                jobid?: number;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Part number of an item */
                partNo?: number;
                /** @description RFID tag */
                rfidTag?: string;
                /** @description Serial or lot number */
                serial?: string;
                /** @description ShortID or alias of an item, as itemID */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Bin */
                spot?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Warehouse id
                 * @example 1
                 */
                wid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the lots of one warehouse, most recent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adjust: {
        parameters: {
            query?: {
                /** @description true: answer what the request would do, without any change */
                dryRun?: true;
            };
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemID": "BOLT-M6-30",
                 *       "wid": 1,
                 *       "spot": "COUNT-01",
                 *       "expected": 0,
                 *       "counted": 5,
                 *       "reasonCode": 12
                 *     }
                 */
                "application/json": components["schemas"]["AdjustRequest"];
            };
        };
        responses: {
            /** @description Adjust the stock of an item at a spot to what was counted, if it is what was expected; or: Preview an adjustment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Adjusted"] | components["schemas"]["Preview"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAvailableToPromise: {
        parameters: {
            query: {
                /** @description First day, in UTC; today by default, and for days before */
                from?: string;
                /**
                 * @description ShortID or alias of an item
                 * @example BOLT-M6-30
                 */
                itemID: string;
                /** @description Last day, in UTC: 30 days from the first one by default, at most 180 from today */
                to?: string;
                /**
                 * @description Quantity whose earliest day is wanted, at most 6 decimal places
                 * @example 100
                 */
                units?: number;
                /**
                 * @description Warehouse id
                 * @example 1
                 */
                wid: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get how much of an item in a warehouse can be promised from which day on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableToPromise"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    batch: {
        parameters: {
            query?: {
                /** @description true: answer what the request would do, without any change */
                dryRun?: true;
            };
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "perLine",
                 *       "lines": [
                 *         {
                 *           "action": "receive",
                 *           "itemID": "BOLT-M6-30",
                 *           "units": 250,
                 *           "wid": 1,
                 *           "reasonCode": 10,
                 *           "spot": "A-01-1",
                 *           "reference": "PO-1001"
                 *         },
                 *         {
                 *           "action": "issue",
                 *           "itemID": "BOLT-M6-30",
                 *           "units": 5,
                 *           "wid": 1,
                 *           "reasonCode": 20
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Do up to 500 stock operations in one request; or: Preview a batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"] | components["schemas"]["BatchPreview"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExpiringLots: {
        parameters: {
            query?: {
                /**
                 * @description Only lots that expire before this moment; ISO 8601 date or date-time, UTC unless it has an offset
                 * @example 2031-01-31
                 */
                before?: string;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Part number of an item */
                partNo?: number;
                /** @description ShortID or alias of an item, as itemID */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /**
                 * @description Warehouse id
                 * @example 1
                 */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the lots in stock that expire, first to expire first; held and expired ones too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotDetailsPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    hold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recno": 17,
                 *       "units": 5,
                 *       "remark": "Inspection"
                 *     }
                 */
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description Put a lot, or a part of it, on hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issue: {
        parameters: {
            query?: {
                /** @description true: answer what the request would do, without any change */
                dryRun?: true;
            };
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemID": "BOLT-M6-30",
                 *       "units": 5,
                 *       "wid": 1,
                 *       "reasonCode": 20
                 *     }
                 */
                "application/json": components["schemas"]["IssueRequest"];
            };
        };
        responses: {
            /** @description Issue stock, first to expire first; or: Preview an issue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issued"] | components["schemas"]["Preview"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLot: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Lot record number
                 * @example 1
                 */
                recno: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one lot by its number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotDetails"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    amend: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Lot record number
                 * @example 1
                 */
                recno: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "price": 0.12,
                 *       "remark": "Price as invoiced"
                 *     }
                 */
                "application/json": components["schemas"]["AmendRequest"];
            };
        };
        responses: {
            /** @description Amend price, expiry, receipt date, remark or job of a lot; never its units */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Amended"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    traceLot: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Lot record number
                 * @example 1
                 */
                recno: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trace a lot: the lots it came from, the lots split from it, its transactions, and who received its units */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceLotAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    move: {
        parameters: {
            query?: {
                /** @description true: answer what the request would do, without any change */
                dryRun?: true;
            };
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemID": "BOLT-M6-30",
                 *       "units": 10,
                 *       "wid": 1,
                 *       "toSpot": "B-02-4"
                 *     }
                 */
                "application/json": components["schemas"]["MoveRequest"];
            };
        };
        responses: {
            /** @description Move stock to another bin or warehouse; or: Preview a move */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Moved"] | components["schemas"]["Preview"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receive: {
        parameters: {
            query?: {
                /** @description true: answer what the request would do, without any change */
                dryRun?: true;
            };
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemID": "BOLT-M6-30",
                 *       "units": 250,
                 *       "wid": 1,
                 *       "reasonCode": 10,
                 *       "spot": "A-01-1",
                 *       "reference": "PO-1001"
                 *     }
                 */
                "application/json": components["schemas"]["ReceiveRequest"];
            };
        };
        responses: {
            /** @description Preview a receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description Receive stock as a new lot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    release: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recno": 17,
                 *       "remark": "Inspection passed"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            /** @description Release a held lot, or a part of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listReservations: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250
                 * @example 25
                 */
                pageSize?: number;
                /** @description What it is for */
                reference?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only this state */
                state?: "Active" | "Consumed" | "Released" | "Expired";
                /** @description Warehouse id */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the reservations in the client's warehouses, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemID": "BOLT-M6-30",
                 *       "units": 5,
                 *       "wid": 1,
                 *       "reference": "CART-17"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReservationRequest"];
            };
        };
        responses: {
            /** @description Reserve units of an item in a warehouse, or of one lot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the reservation
                 * @example 1
                 */
                reservationID: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a reservation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the reservation
                 * @example 1
                 */
                reservationID: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "units": 4
                 *     }
                 */
                "application/json": components["schemas"]["UpdateReservationRequest"];
            };
        };
        responses: {
            /** @description Change the units, the end or the priority of an active reservation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the reservation
                 * @example 1
                 */
                reservationID: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Release a reservation; releasing it again changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listStockLevels: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description item adds shortID and description to each level */
                include?: "item";
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250
                 * @example 25
                 */
                pageSize?: number;
                /** @description Part number of an item */
                partNo?: number;
                /** @description Words in the item's shortID or description */
                search?: string;
                /** @description ShortID or alias of an item, as itemID */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Warehouse id */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List stock levels over the client's warehouses, one per item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevelPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWarehouseStockLevels: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description item adds shortID and description to each level */
                include?: "item";
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Part number of an item */
                partNo?: number;
                /** @description Words in the item's shortID or description */
                search?: string;
                /** @description ShortID or alias of an item, as itemID */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Warehouse id
                 * @example 1
                 */
                wid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List stock levels of one warehouse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevelPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    explainLevel: {
        parameters: {
            query: {
                /**
                 * @description ShortID or alias of an item
                 * @example BOLT-M6-30
                 */
                itemID: string;
                /**
                 * @description Warehouse id; all of the client's warehouses by default
                 * @example 1
                 */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Explain the level of an item, in one or all warehouses: the lots and order lines behind each figure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainLevelAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Id of the client that sent the request */
                clientId?: string;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description At this moment or later; ISO 8601 date or date-time */
                from?: string;
                /** @description ShortID or alias of an item */
                itemID?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250
                 * @example 25
                 */
                pageSize?: number;
                /** @description Part number of an item */
                partNo?: number;
                /** @description Reason code */
                reasonCode?: number;
                /** @description A lot that was changed */
                recno?: number;
                /** @description External reference */
                reference?: string;
                /** @description ShortID or alias of an item, as itemID */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description At this moment or earlier; ISO 8601 date or date-time */
                to?: string;
                /** @description Type of the transaction */
                type?: "receive" | "move" | "issue" | "hold" | "release" | "reverse" | "order" | "reserve" | "unreserve" | "expire" | "pack" | "unpack" | "amend" | "ship" | "accept" | "reject" | "return" | "lose";
                /** @description A warehouse whose stock was changed */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the ledger of the client's warehouses, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reverse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description The transaction to reverse
                 * @example 23
                 */
                transactionNo: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "remark": "Wrong item"
                 *     }
                 */
                "application/json": components["schemas"]["ReverseRequest"];
            };
        };
        responses: {
            /** @description Reverse a transaction, if its lots have not changed since */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reversed"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description Category id */
                Category?: number;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description ShortID or alias */
                key?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250
                 * @example 25
                 */
                pageSize?: number;
                /** @description Words in shortID or description */
                search?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Whether key is a ShortID (id, the default) or an alias (with key only) */
                type?: "id" | "alias";
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List active items by ShortID; or: Get one item by its ShortID or an alias; or: List all active items of a category, without pages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPage"] | components["schemas"]["Item"] | components["schemas"]["ListCategoryAnswer"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shortID": "BOLT-M6-30",
                 *       "description": "Hex bolt M6 x 30, stainless"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateItemRequest"];
            };
        };
        responses: {
            /** @description Change fields of an item; absent fields keep their values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateItemAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shortID": "BOLT-M8-40",
                 *       "description": "Hex bolt M8 x 40, zinc plated",
                 *       "uOM": "EA",
                 *       "category": 1,
                 *       "putUp": "Box 100"
                 *     }
                 */
                "application/json": components["schemas"]["CreateItemRequest"];
            };
        };
        responses: {
            /** @description Create an item */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateItemAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getItemByShortID: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description SKU of an item
                 * @example BOLT-M6-30
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one item by its ShortID */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    discontinueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description SKU of an item
                 * @example ROD-M8-1000
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discontinue an item; its stock and history stay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscontinueItemAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAliases: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description SKU of an item
                 * @example BOLT-M6-30
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the aliases of an item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Alternate part number
                 * @example ISO4017-M6X30
                 */
                alias: string;
                /**
                 * @description SKU of an item
                 * @example BOLT-M6-30
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Create an alias of an item, or let an alias point to another item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alias"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Alternate part number
                 * @example ISO4017-M6X30
                 */
                alias: string;
                /**
                 * @description SKU of an item
                 * @example BOLT-M6-30
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an alias of an item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAliasAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllItems: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250
                 * @example 25
                 */
                pageSize?: number;
                /** @description Words in shortID or description */
                search?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List all items by ShortID, discontinued ones too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The client's own Idempotency-Key
                 * @example receipt-PO-1001-1
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the outcome of a write by its Idempotency-Key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOpenPurchaseOrders: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only orders with an order date at this moment or earlier */
                endDate?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Only orders with a line of this item */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only orders with an order date at this moment or later */
                startDate?: string;
                /** @description Only this status */
                status?: "Open" | "Partial";
                /** @description Only orders to the vendor with this ShortID or name */
                vendor?: string;
                /** @description Only orders with a line of this warehouse */
                warehouse?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List open purchase orders, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPurchaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendor": "BOLTCO",
                 *       "lines": [
                 *         {
                 *           "shortID": "BOLT-M6-30",
                 *           "units": 1000,
                 *           "unitPrice": 0.04,
                 *           "warehouse": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePurchaseOrderRequest"];
            };
        };
        responses: {
            /** @description Create a purchase order */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPurchaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example PO-2026-900001
                 */
                poNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a purchase order with its lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePurchaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example PO-2026-900002
                 */
                poNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "lineNo": 9,
                 *           "shortID": "NUT-M6",
                 *           "units": 500,
                 *           "warehouse": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePurchaseOrderRequest"];
            };
        };
        responses: {
            /** @description Change dates or lines of a purchase order, add lines, or close lines short */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelPurchaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example PO-2026-900004
                 */
                poNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel a purchase order of which nothing was received */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finalizePurchaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example PO-2026-900003
                 */
                poNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Close a purchase order of which something was received; nothing more is expected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPurchaseOrderLines: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example PO-2026-900001
                 */
                poNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what was received and what is open of each line of a purchase order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderProgressPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPurchaseOrderReceipts: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example PO-2026-900001
                 */
                poNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the ledger entries of receipts against a purchase order, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPurchaseOrders: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only orders with an order date at this moment or earlier */
                endDate?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Only orders with a line of this item */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only orders with an order date at this moment or later */
                startDate?: string;
                /** @description Only this status */
                status?: "Open" | "Partial" | "Closed";
                /** @description Only orders to the vendor with this ShortID or name */
                vendor?: string;
                /** @description Only orders with a line of this warehouse */
                warehouse?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List all purchase orders, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrderPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listReasonCodes: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the reason codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReasonCodePage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listShippingOrders: {
        parameters: {
            query?: {
                /** @description Only orders of the customer with this ShortID or name */
                customer?: string;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only orders with orderDate at this moment or earlier */
                endDate?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50
                 * @example 50
                 */
                pageSize?: number;
                /** @description Only orders with a line of this item */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only orders with orderDate at this moment or later */
                startDate?: string;
                /** @description Only orders with this status */
                status?: "Open" | "Partial" | "Closed";
                /** @description Only orders with a line of this warehouse */
                warehouse?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List shipping orders, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": "HANSE",
                 *       "lines": [
                 *         {
                 *           "shortID": "BOLT-M6-30",
                 *           "units": 5,
                 *           "warehouse": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateShippingOrderRequest"];
            };
        };
        responses: {
            /** @description Create a shipping order and allocate stock to it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a shipping order with its lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "shipDate": "2027-01-31",
                 *       "lines": [
                 *         {
                 *           "lineNo": 9,
                 *           "shortID": "NUT-M6",
                 *           "units": 5,
                 *           "warehouse": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateShippingOrderRequest"];
            };
        };
        responses: {
            /** @description Change date, priority or quantities of a shipping order, or add lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    allocateShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AllocateShippingOrderRequest"];
            };
        };
        responses: {
            /** @description Allocate stock to the backordered units of a shipping order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel what is neither shipped nor packed of a shipping order; canceling it again changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listShippingOrderLines: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what is committed, packed, shipped and backordered of each line of a shipping order, and why it is short */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderProgressPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    packShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "lineNo": 1,
                 *           "units": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PackShippingOrderRequest"];
            };
        };
        responses: {
            /** @description Pack committed units of a shipping order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    shipShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tracking": "1Z999AA10123456784"
                 *     }
                 */
                "application/json": components["schemas"]["ShipShippingOrderRequest"];
            };
        };
        responses: {
            /** @description Ship what is packed of a shipping order: its lots are issued */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unpackShippingOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example SO-DEMO-01
                 */
                soNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "lineNo": 1,
                 *           "units": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnpackShippingOrderRequest"];
            };
        };
        responses: {
            /** @description Unpack units of a shipping order; they are committed again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IssueTokenRequest"];
            };
        };
        responses: {
            /** @description Get a bearer token with the client-credentials grant */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTransits: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only transits that were shipped at this moment or earlier */
                endDate?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /**
                 * @description Number of the page, from 1; 1 by default, and for anything less than 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50
                 * @example 50
                 */
                pageSize?: number;
                /** @description Only transits to this warehouse */
                shipToWid?: number;
                /** @description Only transits with a line of this item */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only transits that were shipped at this moment or later */
                startDate?: string;
                /** @description Only transits with this status */
                status?: "In Transit" | "Partial" | "Received" | "Closed" | "Canceled";
                /** @description Only transits from or to this warehouse */
                warehouse?: number;
                /** @description Only transits from this warehouse */
                wid?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List transits from or to the client's warehouses, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    shipTransit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wid": 1,
                 *       "shipToWid": 2,
                 *       "lines": [
                 *         {
                 *           "itemID": "BOLT-M6-30",
                 *           "units": 5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ShipTransitRequest"];
            };
        };
        responses: {
            /** @description Ship stock to another warehouse */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTransit: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the transit slip
                 * @example TR-DEMO-01
                 */
                slip: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a transit with its lines, and the lots that are on their way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelTransit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the transit slip
                 * @example TR-DEMO-01
                 */
                slip: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CancelTransitRequest"];
            };
        };
        responses: {
            /** @description Cancel a transit of which nothing was received: everything returns to the source warehouse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    closeTransit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the transit slip
                 * @example TR-DEMO-01
                 */
                slip: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reasonCode": 22
                 *     }
                 */
                "application/json": components["schemas"]["CloseTransitRequest"];
            };
        };
        responses: {
            /** @description Close a transit: what is still in transit is written off as lost */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveTransit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the transit slip
                 * @example TR-DEMO-01
                 */
                slip: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "lineNo": 1,
                 *           "accepted": 1,
                 *           "spot": "A-01-1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReceiveTransitRequest"];
            };
        };
        responses: {
            /** @description Receive units of a transit: accepted ones into stock, rejected ones on hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    returnTransit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the transit slip
                 * @example TR-DEMO-01
                 */
                slip: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "lineNo": 1,
                 *           "units": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReturnTransitRequest"];
            };
        };
        responses: {
            /** @description Return units in transit to the source warehouse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateVendor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shortID": "NORDFAST",
                 *       "phone": "+49 431 7654321"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateVendorRequest"];
            };
        };
        responses: {
            /** @description Change fields of a vendor; omitted fields keep their values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vendor"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createVendor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shortID": "NEW-VENDOR",
                 *       "name": "New Vendor Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["CreateVendorRequest"];
            };
        };
        responses: {
            /** @description Create a vendor */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vendor"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVendor: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Short name, unique among its kind; cannot be changed
                 * @example NORDFAST
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one vendor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vendor"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    discontinueVendor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Short name, unique among its kind; cannot be changed
                 * @example OSTPACK
                 */
                shortID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discontinue a vendor: new orders may not name it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vendor"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVendors: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List all vendors by ShortID, discontinued ones too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VendorPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWarehouses: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the client's warehouses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehousePage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the client's own webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rec": 1,
                 *       "payloadMode": "id"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Change fields of a webhook; absent fields keep their values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateWebhookAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "url": "https://shop.example.com/inventory-changes",
                 *       "events": [
                 *         "inventory.received",
                 *         "inventory.issued"
                 *       ],
                 *       "payloadMode": "full"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Create a webhook: changes are sent to a URL; the secret is shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Webhook record number
                 * @example 1
                 */
                rec: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one of the client's webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Webhook record number
                 * @example 1
                 */
                rec: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a webhook, its waiting deliveries and its log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWebhookAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookLog: {
        parameters: {
            query?: {
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 250 as 250 */
                pageSize?: number;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Webhook record number
                 * @example 1
                 */
                rec: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the delivery attempts of the last 30 days, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Webhook record number
                 * @example 1
                 */
                rec: number;
                /**
                 * @description webhookId of the log
                 * @example msg_1_17
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a change of the log again, whether or not it was accepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendWebhookDeliveryAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Webhook record number
                 * @example 1
                 */
                rec: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Replace a webhook's secret; for 24 hours deliveries are signed with the old one too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateWebhookSecretAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Webhook record number
                 * @example 1
                 */
                rec: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a webhook.test message now, also to an inactive webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookAnswer"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWorkOrders: {
        parameters: {
            query?: {
                /** @description Only orders of this assignee */
                assignee?: string;
                /** @description ASC or DESC, in any case; ignored without a valid sort */
                direction?: string;
                /** @description Only orders with a due date at this moment or earlier */
                endDate?: string;
                /** @description Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset */
                modifiedSince?: string;
                /** @description Number of the page, from 1; 1 by default, and for anything less than 1 */
                page?: number;
                /** @description Records on a page, 25 by default; less than 1 counts as 1, more than 50 as 50 */
                pageSize?: number;
                /** @description Only orders with a line of this item */
                shortID?: string;
                /** @description Field to sort by, in any case; an unknown field is ignored */
                sort?: string;
                /** @description Only orders with a start date at this moment or later */
                startDate?: string;
                /** @description Only this status */
                status?: "Open" | "In Progress" | "Closed";
                /** @description Only orders with a line of this warehouse */
                warehouse?: number;
            };
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List work orders, the latest start first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWorkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Control cabinet",
                 *       "lines": [
                 *         {
                 *           "shortID": "BOLT-M6-30",
                 *           "units": 8,
                 *           "warehouse": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWorkOrderRequest"];
            };
        };
        responses: {
            /** @description Create a work order */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWorkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an earlier answer: 304 without a body if the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example WO-2026-900001
                 */
                woNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a work order with its lines and notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWorkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example WO-2026-900002
                 */
                woNo: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "assignee": "Line 2",
                 *       "lines": [
                 *         {
                 *           "lineNo": 9,
                 *           "shortID": "NUT-M6",
                 *           "units": 100,
                 *           "warehouse": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWorkOrderRequest"];
            };
        };
        responses: {
            /** @description Change description, dates, assignee or lines of a work order, or add lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    closeWorkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example WO-2026-900003
                 */
                woNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Close a work order: nothing more is issued to it. Closing it again changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addWorkOrderNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example WO-2026-900001
                 */
                woNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Waiting for the paint"
                 *     }
                 */
                "application/json": components["schemas"]["AddWorkOrderNoteRequest"];
            };
        };
        responses: {
            /** @description Add a note to a work order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startWorkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The client's own id for the effect of the request, 1 to 255 visible ASCII characters. A request repeated with the same key takes effect once and gets the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Name of the person for whom the client sends the request, as the ledger shows it: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII */
                "X-Actor"?: components["parameters"]["Actor"];
            };
            path: {
                /**
                 * @description Number of the order
                 * @example WO-2026-900002
                 */
                woNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Start a work order; starting it again changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOrderDetail"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveAliasCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Alias"] | components["schemas"]["AliasChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "alias.created";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveAliasDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Alias"] | components["schemas"]["AliasChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "alias.deleted";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveCountPosted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Count"] | components["schemas"]["CountChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "count.posted";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.accepted";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryAmended: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.amended";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.expired";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryHeld: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.held";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryIssued: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.issued";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryLost: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.lost";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryMoved: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.moved";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryOrdered: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.ordered";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryPacked: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.packed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.received";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.rejected";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryReleased: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.released";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryReserved: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.reserved";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryReturned: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.returned";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryReversed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.reversed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryShipped: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.shipped";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryUnpacked: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.unpacked";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveInventoryUnreserved: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Transaction"] | components["schemas"]["StockChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "inventory.unreserved";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveItemCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Item"] | components["schemas"]["ItemChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "item.created";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveItemDiscontinued: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Item"] | components["schemas"]["ItemChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "item.discontinued";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveItemUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["Item"] | components["schemas"]["ItemChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "item.updated";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receivePurchaseOrderClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["PurchaseOrder"] | components["schemas"]["PurchaseOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "purchaseOrder.closed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receivePurchaseOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["PurchaseOrder"] | components["schemas"]["PurchaseOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "purchaseOrder.created";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receivePurchaseOrderReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["PurchaseReceipt"] | components["schemas"]["PurchaseReceiptChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "purchaseOrder.received";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveShippingOrderAllocated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["ShippingStep"] | components["schemas"]["ShippingStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "shippingOrder.allocated";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveShippingOrderBackordered: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["ShippingStep"] | components["schemas"]["ShippingStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "shippingOrder.backordered";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveShippingOrderClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["ShippingOrder"] | components["schemas"]["ShippingOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "shippingOrder.closed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveShippingOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["ShippingOrder"] | components["schemas"]["ShippingOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "shippingOrder.created";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveShippingOrderPacked: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["ShippingStep"] | components["schemas"]["ShippingStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "shippingOrder.packed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveShippingOrderShipped: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["ShippingStep"] | components["schemas"]["ShippingStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "shippingOrder.shipped";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveTransitClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["TransitStep"] | components["schemas"]["TransitStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "transit.closed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveTransitReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["TransitStep"] | components["schemas"]["TransitStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "transit.received";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveTransitReturned: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["TransitStep"] | components["schemas"]["TransitStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "transit.returned";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveTransitShipped: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["TransitStep"] | components["schemas"]["TransitStepChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "transit.shipped";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The webhook that is tested */
                    data: {
                        /** @description Webhook record number */
                        rec: number;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "webhook.test";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveWorkOrderClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["WorkOrder"] | components["schemas"]["WorkOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "workOrder.closed";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveWorkOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["WorkOrder"] | components["schemas"]["WorkOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "workOrder.created";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveWorkOrderStarted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the message, the same at every attempt to deliver it: ignore one that was received before */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in GET /Changes with payload mode full; only the identifying fields with payload mode id */
                    data: components["schemas"]["WorkOrder"] | components["schemas"]["WorkOrderChangeIds"];
                    /** @description Identifies the change, in the feed and in webhooks */
                    id: string;
                    /** @description Position in the feed, from 1, without a gap */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC
                     */
                    timestamp: string;
                    /**
                     * @description Type of the message
                     * @constant
                     */
                    type: "workOrder.started";
                };
            };
        };
        responses: {
            /** @description Taken. The body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
export const errorError = ["bad_request","validation_error","unauthorized","forbidden","not_found","conflict","rate_limited","internal_error","not_implemented","service_unavailable","outcome_unknown"] as const
export const updateItemAnswerStatus = ["updated","unchanged"] as const
export const transactionType = ["receive","move","issue","hold","release","reverse","order","reserve","unreserve","expire","pack","unpack","amend","ship","accept","reject","return","lose"] as const
export const levelChangeFigure = ["inStock","onHold","onOrder","committed","packed","aSN"] as const
export const reservationState = ["Active","Consumed","Released","Expired"] as const
export const outcomeStatus = ["applied","refused","running"] as const
export const movedStatus = ["moved","in transit"] as const
export const batchRequestMode = ["atomic","perLine"] as const
export const amendedStatus = ["amended","unchanged"] as const
export const lineErrorError = ["bad_request","validation_error","unauthorized","forbidden","not_found","conflict","rate_limited","internal_error","not_implemented","service_unavailable","outcome_unknown"] as const
export const reasonCodeDirection = ["in","out"] as const
export const shippingOrderStatus = ["Open","Partial","Closed"] as const
export const shippingOrderDetailStatus = ["Open","Partial","Closed"] as const
export const purchaseOrderStatus = ["Open","Partial","Closed"] as const
export const purchaseOrderDetailStatus = ["Open","Partial","Closed"] as const
export const workOrderStatus = ["Open","In Progress","Closed"] as const
export const workOrderDetailStatus = ["Open","In Progress","Closed"] as const
export const transitStatus = ["In Transit","Partial","Received","Closed","Canceled"] as const
export const transitDetailStatus = ["In Transit","Partial","Received","Closed","Canceled"] as const
export const countStatus = ["Open","Submitted","Approved","Partial","Posted","Canceled"] as const
export const countIfMoved = ["difference","recount","refuse"] as const
export const countDetailStatus = ["Open","Submitted","Approved","Partial","Posted","Canceled"] as const
export const countDetailIfMoved = ["difference","recount","refuse"] as const
export const countLineState = ["Open","Counted","Recount","Blocked","Posted","Skipped"] as const
export const stockChangeType = ["inventory.received","inventory.moved","inventory.issued","inventory.held","inventory.released","inventory.reversed","inventory.ordered","inventory.reserved","inventory.unreserved","inventory.expired","inventory.packed","inventory.unpacked","inventory.amended","inventory.shipped","inventory.accepted","inventory.rejected","inventory.returned","inventory.lost"] as const
export const itemChangeType = ["item.created","item.updated","item.discontinued"] as const
export const aliasChangeType = ["alias.created","alias.deleted"] as const
export const purchaseOrderChangeType = ["purchaseOrder.created","purchaseOrder.closed"] as const
export const purchaseReceiptChangeType = ["purchaseOrder.received"] as const
export const shippingOrderChangeType = ["shippingOrder.created","shippingOrder.closed"] as const
export const shippingStepChangeType = ["shippingOrder.allocated","shippingOrder.backordered","shippingOrder.packed","shippingOrder.shipped"] as const
export const shippingStepStatus = ["Open","Partial","Closed"] as const
export const workOrderChangeType = ["workOrder.created","workOrder.started","workOrder.closed"] as const
export const transitStepChangeType = ["transit.shipped","transit.received","transit.returned","transit.closed"] as const
export const transitStepStatus = ["In Transit","Partial","Received","Closed","Canceled"] as const
export const countChangeType = ["count.posted"] as const
export const createWebhookAnswerPayloadMode = ["full","id"] as const
export const webhookPayloadMode = ["full","id"] as const
export const updateWebhookAnswerStatus = ["updated","unchanged"] as const
export const webhookAttemptOutcome = ["delivered","failed","given up"] as const
