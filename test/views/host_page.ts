import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/**
 * The content security policy that the specification requires for a page without declared domains.
 */
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; " +
  "connect-src 'none'";

type Params<Name extends "sendToolInput" | "sendToolResult"> = Parameters<AppBridge[Name]>[0];

interface Mounting {
  /** Sequence number of the view; calls from earlier views are ignored. */
  readonly nth: number;
  readonly html: string;
  readonly width: number;
  readonly capabilities: ConstructorParameters<typeof AppBridge>[2];
  readonly context: Parameters<AppBridge["setHostContext"]>[0];
  readonly isMute: boolean;
}

interface Tested {
  mount(mounting: Mounting): Promise<void>;
  input(args: Params<"sendToolInput">["arguments"]): Promise<void>;
  result(result: Params<"sendToolResult">): Promise<void>;
  cancel(): Promise<void>;
  context(context: Mounting["context"]): void;
  teardown(): Promise<unknown>;
  post(message: unknown): void;
  readonly modelLines: string[];
  readonly heights: number[];
  readonly answered: unknown[];
}

declare global {
  interface Window {
    tested: Tested;
    /** Calls the server through the test's process. */
    callServer(name: string, args: unknown, nth: number): Promise<Params<"sendToolResult">>;
  }
}

let bridge: AppBridge | undefined;
let frame: HTMLIFrameElement | undefined;
const modelLines: string[] = [];
const heights: number[] = [];
const answered: unknown[] = [];

window.tested = {
  modelLines,
  heights,
  answered,
  async mount({ html, width, capabilities, context, isMute, nth }): Promise<void> {
    modelLines.length = heights.length = answered.length = 0;
    await bridge?.close();
    frame?.remove();
    const shown = document.createElement("iframe");
    shown.sandbox.add("allow-scripts");
    shown.title = "view";
    const room = context?.containerDimensions ?? {};
    const fixed = "height" in room ? room.height : null;
    shown.style.cssText = `width:${width}px;height:${fixed ?? 150}px;border:0;display:block`;
    document.body.append(shown);
    frame = shown;
    const info = { name: "host", version: "1.0.0" };
    const made = new AppBridge(null, info, capabilities, { hostContext: context });
    bridge = made;
    const { promise, resolve } = Promise.withResolvers<void>();
    made.oninitialized = () => resolve();
    made.onsizechange = ({ height }) => {
      if (height === undefined) return;
      heights.push(height);
      if (fixed === null) shown.style.height = `${height}px`;
    };
    made.oncalltool = async ({ name, arguments: args }) => await window.callServer(name, args, nth);
    made.onupdatemodelcontext = ({ content = [] }) => {
      modelLines.push(...content.flatMap((block) => "text" in block ? [String(block.text)] : []));
      return Promise.resolve({});
    };
    const view = shown.contentWindow;
    if (view === null) throw new Error("The frame has no window");
    window.addEventListener("message", ({ source, data }) => {
      if (source === view && data?.id === "odd") answered.push(data);
    });
    if (isMute) shown.onload = () => resolve();
    else await made.connect(new PostMessageTransport(view, view));
    shown.srcdoc = html.replace(
      "<head>",
      `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    );
    await promise;
  },
  input: async (args) => await current().sendToolInput({ ...(args ? { arguments: args } : {}) }),
  result: async (result) => await current().sendToolResult(result),
  cancel: async () => await current().sendToolCancelled({ reason: "the user stopped it" }),
  context: (context) => current().setHostContext(context),
  teardown: async () => await current().teardownResource({}),
  post: (message) => frame?.contentWindow?.postMessage(message, "*"),
};

function current(): AppBridge {
  if (bridge === undefined) throw new Error("No page is mounted");
  return bridge;
}
