import type { Plugin, Rolldown } from "vite";

type ProgramNode = ReturnType<Rolldown.PluginContext["parse"]>;

// What React Router carries into the browser and this site never uses, or does in a way of its own; its bundler cannot
// know. Only in the browser's build, and the build fails where a new version of it has no such file any more.

const distribution = "react-router/dist/production/lib/";

const stubs: Readonly<Record<string, string>> = {
  // Finding routes bit by bit: react-router.config.ts hands out the whole table.
  "dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    export const getPartialManifest = (manifest) => manifest;
    export const getManifestPath = () => "";
    export const getPathsWithAncestors = (paths) => paths;
    export const handleClientVersionMismatch = async () => false;`,
  // React Router loads the page that one is on again where the next one's script does not come: without a connection that
  // is the browser's own error page. Here it stands for a page that throws: features/shell/error-view.tsx tells of it and
  // loads the page anew. (Thrown at once, the error of a page without a loader would be lost on the way.)
  "dom/ssr/routeModules.js": `
    export async function loadRouteModule(route, cache) {
      try {
        return (cache[route.id] ??= await import(/* @vite-ignore */ route.module));
      } catch (error) {
        return { clientLoader: () => null, default: () => { throw error; } };
      }
    }`,
  // The last resort, when the frame around every page fails: React Router's speaks English. Below the boundaries of root.tsx
  // nobody sees it; what it shows is the page's own title, as a way to begin anew.
  "dom/ssr/errorBoundaries.js": `
    import { Component, createElement } from "react";
    export class RemixErrorBoundary extends Component {
      constructor(props) {
        super(props);
        this.state = { error: props.error || null, location: props.location };
      }
      static getDerivedStateFromError(error) {
        return { error };
      }
      static getDerivedStateFromProps({ error, location }, state) {
        return state.location === location
          ? { error: error || state.error, location }
          : { error: error || null, location };
      }
      render() {
        return this.state.error ? createElement(RemixRootDefaultErrorBoundary) : this.props.children;
      }
    }
    export const RemixRootDefaultErrorBoundary = () =>
      createElement("html", { lang: "sq" }, createElement("body", null, createElement("a", { href: "/" }, document.title)));
    export const BoundaryShell = ({ children }) => children;`,
  "dom/ssr/fallback.js": `
    export const RemixRootDefaultHydrateFallback = () => null;`,
  "router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;
    export const instrumentationResultMetaContext = undefined;`,
};

// Functions of files that are used otherwise. Fetching a page before its link is pressed (`<Link prefetch>`): no link here
// asks for that, on a phone's line it would take from what is wanted; but every link carries it, with four hooks each.
const bodies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "dom/ssr/components.js": {
    usePrefetchBehavior: "{ return [false, null, {}]; }",
    PrefetchPageLinks: "{ return null; }",
  },
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

/** Advice to whoever writes the site; names, attributes and code to be run have fewer words or other signs. */
function isSentence(literal: string): boolean {
  return literal.length >= 40 && literal.split(" ").length >= 5 && !/window\.|import |\n/.test(literal);
}

/** Where in the code sentences stand. */
function findSentences(code: string, node: unknown, found: Node[]): void {
  if (Array.isArray(node)) {
    for (const each of node) findSentences(code, each, found);
  } else if (isNode(node)) {
    const literal = node.type === "TemplateLiteral" || node.type === "Literal";
    if (literal && isSentence(code.slice(node.start, node.end))) found.push(node);
    else for (const value of Object.values(node)) findSentences(code, value, found);
  }
}

/** The code with other bodies for these of its functions. */
function withBodies(code: string, program: ProgramNode, others: Readonly<Record<string, string>>): string {
  const written = new Map(
    program.body.flatMap((node) =>
      node.type === "FunctionDeclaration" && node.id && node.body ? [[node.id.name, node.body]] : [],
    ),
  );
  return Object.entries(others)
    .map(([name, body]) => {
      const at = written.get(name);
      if (at === undefined) throw new Error(`React Router has changed: there is no function ${name}.`);
      return { start: at.start, end: at.end, body };
    })
    .toSorted((a, b) => b.start - a.start)
    .reduce((lean, { start, end, body }) => lean.slice(0, start) + body + lean.slice(end), code);
}

/**
 * React Router without its unused parts, and with its sentences to developers (development has them in full) cut down
 * to a mark that can be found again: together 7 kB of every first visit.
 */
export function leanRouter(): Plugin {
  const left = new Set([...Object.keys(stubs), ...Object.keys(bodies)]);
  let shortened = 0;
  return {
    name: "lean-router",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(written, id) {
      const [, path] = id.replaceAll("\\", "/").split(distribution);
      if (path === undefined) return null;
      const stub = stubs[path];
      if (stub !== undefined) {
        left.delete(path);
        return { code: stub, map: null };
      }
      const others = bodies[path];
      if (others !== undefined) left.delete(path);
      const code = others === undefined ? written : withBodies(written, this.parse(written), others);
      const found: Node[] = [];
      findSentences(code, this.parse(code), found);
      let lean = code;
      for (const { start, end } of found.toSorted((a, b) => b.start - a.start)) {
        lean = `${lean.slice(0, start)}"router ${code.slice(0, start).split("\n").length}"${lean.slice(end)}`;
      }
      shortened += found.length;
      return { code: lean, map: null };
    },
    buildEnd() {
      if (left.size > 0) this.error(`React Router has changed: there is no ${[...left].join(", ")}.`);
      if (shortened === 0) this.error("React Router has changed: none of its sentences were found.");
    },
  };
}
