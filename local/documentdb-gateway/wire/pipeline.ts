import { type Element, embeddedValue, scan, TYPE } from './bson-scan.ts'

/** The names of all stages of an aggregation pipeline, those of the pipelines inside its stages too. */
export function* stagesOf(pipeline: Buffer): Generator<string> {
  for (const stage of documentsIn(pipeline)) {
    for (const element of scan(stage)) {
      yield element.name
      const specification = embeddedValue(stage, element)
      if (specification && element.type === TYPE.document) yield* nestedStages(element, specification)
    }
  }
}

// $facet has a pipeline in every member; $lookup, $unionWith and others have one in the member "pipeline".
function* nestedStages({ name }: Element, specification: Buffer): Generator<string> {
  for (const member of scan(specification)) {
    const isPipeline = member.type === TYPE.array && (name === '$facet' || member.name === 'pipeline')
    const pipeline = isPipeline ? embeddedValue(specification, member) : undefined
    if (pipeline) yield* stagesOf(pipeline)
  }
}

function* documentsIn(array: Buffer): Generator<Buffer> {
  for (const element of scan(array)) {
    if (element.type === TYPE.document) yield array.subarray(element.start, element.end)
  }
}
