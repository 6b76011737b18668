import { isIdentifier, isObjectLiteralExpression, isTypeNode, type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Symbol as Named, type Project, SignatureKind, SymbolFlags } from 'typescript/unstable/sync'
import { root } from '../documents.ts'

/** A function of the repository, or a member that an interface declares: its file, and what is called. */
export interface Reached {
  readonly file: string
  /** `chooseLots`, or `StockView.candidates`. */
  readonly name: string
  readonly declaration: Node
  /** Whether it gives nothing back, so that what it gets goes on as it was. */
  returnsNothing(): boolean
}

/** The code of the repository, as the compiler reads it. */
export interface Code extends Disposable {
  /** The first declaration of a function or member of this name in a file, wherever it is nested. */
  find(file: string, name: string): Node | undefined
  /** What the code of a declaration refers to and can call. Types, and values from outside the repository, are left out. */
  reachedFrom(declaration: Node): readonly Reached[]
  /** The members of interfaces that objects in the code of a declaration have: `StockView.candidates`. */
  implementedIn(declaration: Node): readonly string[]
}

const NAMING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.VariableDeclaration,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.MethodDeclaration,
])

export function readCode(): Code {
  const api = new API({ cwd: root })
  const project = api.updateSnapshot({ openProject: `${root}tsconfig.json` }).getProjects()[0]
  if (!project) throw new Error('The compiler found no project')
  const { checker, program } = project
  const known = new Map<Named, readonly Reached[]>()
  const reach = (symbol: Named) => {
    const reached = known.get(symbol) ?? toReached(project, symbol)
    known.set(symbol, reached)
    return reached
  }

  return {
    find(file, name) {
      const source = program.getSourceFile(root + file)
      return source && descendants(source).find((node) => NAMING.has(node.kind) && nameOf(node) === name)
    },
    reachedFrom(declaration) {
      const names = descendants(declaration).filter((node) => isIdentifier(node) && node !== nameNodeOf(declaration))
      const symbols = checker.getSymbolAtLocation(names)
      return names.flatMap((name, index) => {
        const symbol = symbols[index] && toValue(project, name, symbols[index])
        return symbol ? reach(symbol) : []
      })
    },
    implementedIn: (declaration) =>
      descendants(declaration)
        .filter(isObjectLiteralExpression)
        .flatMap((object) => {
          const type = checker.getContextualType(object)
          return object.properties.flatMap((member) => {
            const name = nameOf(member)
            const owner = type && name !== undefined && checker.getPropertyOfType(type, name)?.getParent()
            return owner ? [`${owner.name}.${name}`] : []
          })
        }),
    [Symbol.dispose]: () => api.close(),
  }
}

/** All nodes below one, but types. */
function descendants(node: Node): Node[] {
  const found: Node[] = []
  node.forEachChild((child) => {
    if (!isTypeNode(child)) found.push(child, ...descendants(child))
  })
  return found
}

/** Only some kinds of nodes have one, and the type of all does not tell. */
const nameNodeOf = (node: Node) => (node as Node & { readonly name?: Node }).name

const nameOf = (node: Node) => {
  const name = nameNodeOf(node)
  return name && isIdentifier(name) ? name.text : undefined
}

/** What a name stands for: what is imported, or the value of a member that is written by its name alone. */
function toValue({ checker }: Project, name: Node, symbol: Named): Named | undefined {
  const isShort = name.parent.kind === SyntaxKind.ShorthandPropertyAssignment
  const meant = isShort ? checker.getShorthandAssignmentValueSymbol(name.parent) : symbol
  return meant && meant.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(meant) : meant
}

function toReached(project: Project, symbol: Named): Reached[] {
  const { checker } = project
  const declaration = symbol.valueDeclaration?.resolve(project)
  const file = declaration && fileOf(declaration)
  const type = checker.getTypeOfSymbol(symbol)
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
  if (!declaration || !file || !signature) return []
  const owner = symbol.flags & (SymbolFlags.Property | SymbolFlags.Method) ? symbol.getParent()?.name : undefined
  const returnsNothing = () => {
    const returned = checker.getReturnTypeOfSignature(signature)
    return returned !== undefined && ['void', 'Promise<void>'].includes(checker.typeToString(returned))
  }
  return [{ file, name: owner === undefined ? symbol.name : `${owner}.${symbol.name}`, declaration, returnsNothing }]
}

/** The path of its file below the root; undefined if that is not a file of the services or the gateway. */
export function fileOf(declaration: Node): string | undefined {
  const path = declaration.getSourceFile().fileName
  const file = path.startsWith(root) ? path.slice(root.length) : ''
  return /^(?:shared|gateway|services)\//.test(file) ? file : undefined
}
