import { bytesField, concatBytes, messageField, type ProtoField, readFields } from './proto'

const model = { graph: 7 }
const graph = { node: 1, output: 12, valueInfo: 13 }
const node = { input: 1, output: 2, opType: 4, attribute: 5 }
const attribute = { graph: 6 }
const valueInfo = { name: 1 }

const SCORES = 'logits'
/** What the branches give instead. */
const STATE = 'state_before_logits'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const strings = (fields: readonly ProtoField[], number: number) =>
  fields.filter(field => field.number === number).map(({ bytes }) => text(bytes))

interface Node {
  raw: Uint8Array
  fields: ProtoField[]
  inputs: string[]
  outputs: string[]
}

function nodeOf({ raw, bytes }: ProtoField): Node {
  const fields = [...readFields(bytes)]
  return { raw, fields, inputs: strings(fields, node.input), outputs: strings(fields, node.output) }
}

interface Branch {
  parts: Uint8Array[]
  /** The nodes that make the table, in their order, and its name. */
  table: Uint8Array[]
  tableName: string
}

/** A branch that ends with the state whose product with the table the scores are. */
function withoutScores(branch: Uint8Array): Branch {
  const fields = [...readFields(branch)]
  const nodes = fields.filter(({ number }) => number === graph.node).map(nodeOf)
  const made = (name: string) => nodes.find(({ outputs }) => outputs.includes(name))
  const product = made(SCORES)
  const [state, tableName] = product?.inputs ?? []
  if (!product || !state || !tableName || strings(product.fields, node.opType)[0] !== 'MatMul')
    throw new Error('The decoder does not end with a product of its state and the vocabulary')
  const table: Uint8Array[] = []
  for (let maker = made(tableName); maker; maker = made(maker.inputs[0]!)) table.unshift(maker.raw)
  const gone = new Set([product.raw, ...table])
  const parts = fields.flatMap(field => {
    if (field.number === graph.node) return gone.has(field.raw) ? [] : [field.raw]
    if (field.number !== graph.output && field.number !== graph.valueInfo) return [field.raw]
    if (strings([...readFields(field.bytes)], valueInfo.name)[0] !== SCORES) return [field.raw]
    return field.number === graph.output ? [bytesField(graph.output, bytesField(valueInfo.name, state))] : []
  })
  return { parts, table, tableName }
}

/**
 * A merged decoder scores the vocabulary in each of its two branches, and there makes the table of floats from bytes anew
 * for every token, which takes longer than everything else. Behind the branches the table is a constant of which
 * the runtime keeps one copy. The scores are the same.
 */
export function withOneVocabulary(bytes: Uint8Array): Uint8Array {
  const branches: Branch[] = []
  const inBranches = (field: ProtoField) => {
    const fields = [...readFields(field.bytes)]
    if (!strings(fields, node.output).includes(SCORES)) return [field.raw]
    return messageField(
      graph.node,
      fields.flatMap(part => {
        if (part.number === node.output && text(part.bytes) === SCORES)
          return [bytesField(node.output, STATE)]
        if (part.number !== node.attribute) return [part.raw]
        return messageField(
          node.attribute,
          [...readFields(part.bytes)].flatMap(inner => {
            if (inner.number !== attribute.graph) return [inner.raw]
            const branch = withoutScores(inner.bytes)
            branches.push(branch)
            return messageField(attribute.graph, branch.parts)
          }),
        )
      }),
    )
  }
  const opened = [...readFields(bytes)].flatMap(field => {
    if (field.number !== model.graph) return [field.raw]
    const parts = [...readFields(field.bytes)].flatMap(part =>
      part.number === graph.node ? inBranches(part) : [part.raw],
    )
    const [branch] = branches
    if (!branch) throw new Error('The decoder has no branches')
    const product = concatBytes([
      bytesField(node.input, STATE),
      bytesField(node.input, branch.tableName),
      bytesField(node.output, SCORES),
      bytesField(node.opType, 'MatMul'),
    ])
    return messageField(model.graph, [...parts, ...branch.table, bytesField(graph.node, product)])
  })
  return concatBytes(opened)
}
