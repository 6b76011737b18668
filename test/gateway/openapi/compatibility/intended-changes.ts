/**
 * What changed on purpose since the document of bef5eef, with the reason. `*` stands for anything. CHANGELOG.md tells
 * integrators each of them.
 */
export const intendedChanges: Readonly<Record<string, string>> = {
  '+ *: responses.2*.headers.X-Ignored-Fields.$ref = *':
    'Members of a body that the operation does not know are named in the answer (1.2.0)',
  '+ headers/X-Ignored-Fields: *': 'The header itself (1.2.0)',

  '- schemas/UpdateItemAnswer: properties.status.const = "updated"': 'A PUT that changes nothing says so (1.2.0)',
  '+ schemas/UpdateItemAnswer: properties.status.enum.() = "u*"': '"updated" as before, or "unchanged" (1.2.0)',
  '- schemas/UpdateWebhookAnswer: properties.status.const = "updated"': 'A PUT that changes nothing says so (1.2.0)',
  '+ schemas/UpdateWebhookAnswer: properties.status.enum.() = "u*"': '"updated" as before, or "unchanged" (1.2.0)',
  '- schemas/Amended: properties.status.const = "amended"': 'A PUT that changes nothing says so (1.2.0)',
  '+ schemas/Amended: properties.status.enum.() = "amended"': 'As before (1.2.0)',
  '+ schemas/Amended: properties.status.enum.() = "unchanged"': 'A PUT that changes nothing says so (1.2.0)',

  '+ schemas/ExplainLevelAnswer: *isCut*': 'At most 1,000 of each kind are named (1.2.0)',
  '+ schemas/TraceLotAnswer: *isCut*': 'At most 100 parents and 1,000 of each other kind are named (1.2.0)',

  '+ webhook shippingOrder.backordered: *': 'An order can no longer get what it had committed (1.2.0)',
  '+ schemas/*: properties.*type.enum.() = "shippingOrder.backordered"': 'The new event in the feed (1.2.0)',
  '+ schemas/*: properties.events.items.enum.() = "shippingOrder.backordered"':
    'A webhook may ask for the new event (1.2.0)',
  '+ schemas/ShippingStep: properties.reason.type = "string"': 'Why the order was backordered (1.2.0)',
  '+ schemas/ShippingOrderProgress: properties.short.items.properties.reason.enum.() = "lost"':
    'A count or an adjustment did not find the units (1.2.0)',

  '+ schemas/*: properties.*imported.*': 'An entry of the ledger was imported with its history (1.3.0)',
  '+ GET /Report*: *': 'Reports (1.3.0)',
  '+ schemas/Report*: *': 'Their list (1.3.0)',
  '+ schemas/RunReportAnswer: *': 'The answer of a report that does not exist (1.3.0)',
  '+ schemas/*Row: *': 'Rows of reports (1.3.0)',
  '+ schemas/*RowPage: *': 'Pages of them (1.3.0)',
  '+ headers/X-Snapshot: *': 'The moment that pages of a report are of (1.3.0)',
  '+ headers/X-Time-Zone: *': 'The zone of its days (1.3.0)',

  '+ *: responses.*.headers.Link.$ref = *': 'Each error leads to its explanation (1.4.0)',
  '+ responses/*: headers.Link.$ref = *': 'Those of all operations too (1.4.0)',

  '+ *: responses.200.headers.X-Plan.$ref = *': 'A dry run names its effect (1.4.0)',
  '+ headers/X-Plan: *': 'The header itself (1.4.0)',
  '+ *: parameters.().$ref = "#/components/parameters/IfPlanMatch"': 'A write can be bound to it (1.4.0)',
  '+ parameters/IfPlanMatch: *': 'The header itself (1.4.0)',
  '+ schemas/Preview: *plan*': 'The same in the body (1.4.0)',
  '+ schemas/PlannedLine: *plan*': 'That of a line (1.4.0)',
  '+ schemas/BatchRequest: *ifPlanMatch*': 'Binds a line (1.4.0)',
  '+ *: parameters.(dryRun).*': 'Every write of documents, lots and reorder settings has a dry run (1.4.0)',
  '+ POST *: responses.200.*': 'What a dry run answers instead of 201 (1.4.0)',

  '+ *: properties.*scan.*': 'What was scanned gives fields of stock operations (1.4.0)',
  '- schemas/ReceiveRequest: required.() = "itemID"': 'The scan may give it (1.4.0)',
  '- schemas/MoveRequest: required.() = "itemID"': 'The scan may give it (1.4.0)',
  '- schemas/IssueRequest: required.() = "itemID"': 'The scan may give it (1.4.0)',
  '- schemas/ReceiveRequest: required.() = "units"': 'The scan may give it (1.4.0)',
  '- schemas/MoveRequest: required.() = "units"': 'The scan may give it (1.4.0)',
  '- schemas/IssueRequest: required.() = "units"': 'The scan may give it (1.4.0)',
  '- schemas/CountLineRequest: required.() = "counted"': 'The scan may give it (1.4.0)',
  '- schemas/BatchRequest: properties.lines.items.oneOf.*.required.() = "itemID"': 'As of the operation (1.4.0)',
  '- schemas/BatchRequest: properties.lines.items.oneOf.*.required.() = "units"': 'As of the operation (1.4.0)',
  '- GET /Item: parameters.(key).schema.maxLength = 64': 'A scanned code may be longer (1.4.0)',
  '+ GET /Item: parameters.(key).schema.maxLength = 512': 'That of a code (1.4.0)',
  '+ GET /Item: parameters.(type).schema.enum.() = "gs1"': 'An item is found by a scanned code (1.4.0)',
  '+ GET /Requests: *': 'Requests that were refused or failed (1.4.0)',
  '+ schemas/FailedRequest*: *': 'Their list (1.4.0)',

  '+ *: properties.*packages.*': 'A quantity in packages (1.4.0)',
  '+ schemas/Alias: properties.units.*': 'Units in what carries the code (1.4.0)',
  '+ PUT /Item/{shortID}/Aliases/{alias}: *': 'They can be put (1.4.0)',
  '+ schemas/PutAliasRequest: *': 'The body that has them (1.4.0)',
  '+ schemas/DeleteAliasAnswer: properties.units.*': 'As of the alias (1.4.0)',
  '+ GET /ShippingOrder/Picks: *': 'What is to be picked from which bins and lots (1.4.0)',
  '+ schemas/PickList: *': 'The list (1.4.0)',
  '+ schemas/ListedPick: *': 'A pick of it (1.4.0)',
  '+ schemas/UnpickedLine: *': 'A line that no lot serves (1.4.0)',

  '+ schemas/*: properties.*actorVerified.*': 'An identity provider has verified the actor (1.4.0)',
  '+ schemas/Count*: *ByPerson*': 'Verified persons who made, counted, submitted and approved it (1.4.0)',

  '+ * /Inventory/Reorder: *': 'When items are reordered (1.3.0)',
  '+ schemas/*Reorder*: *': 'Its settings, their list, and the event of a change (1.3.0)',
  '+ schemas/BelowMinimum*: *': 'The event of a position below its minimum (1.3.0)',
  '+ schemas/Change: oneOf.1*.$ref = "#/components/schemas/*Change"': 'Changes with the new events (1.3.0)',
  '+ webhook item.reorderChanged: *': 'Settings were changed (1.3.0)',
  '+ webhook item.belowMinimum: *': 'A position fell below its minimum (1.3.0)',
  '+ schemas/*: properties.*type.enum.() = "item.reorderChanged"': 'The new event in the feed (1.3.0)',
  '+ schemas/*: properties.*type.enum.() = "item.belowMinimum"': 'The new event in the feed (1.3.0)',
  '+ schemas/*: properties.events.items.enum.() = "item.reorderChanged"': 'A webhook may ask for the new event (1.3.0)',
  '+ schemas/*: properties.events.items.enum.() = "item.belowMinimum"': 'A webhook may ask for the new event (1.3.0)',

  '+ * /Webhook/{rec}/Replay: *': 'A range of changes is sent again (unreleased)',
  '+ schemas/*Replay*: *': 'Its range and its progress (unreleased)',
  '+ schemas/WebhookAttempt: *replay*': 'Which attempts a replay made (unreleased)',
}
