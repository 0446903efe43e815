// Runs a visitor's program where it can reach nothing: in a Worker that a frame without an origin makes.
//
// The frame's `sandbox` gives it and its Worker an origin of their own, without storage, cookies or access to this page, and the policy in its
// head forbids every connection, in addition to the page's policy, which it inherits. So the program can compute, and send messages to the
// frame. The frame lets one answer through for each question, and the page checks it.

/** A program that has not answered a question after this time, in milliseconds, never will. */
const PATIENCE = 10_000;

/** The frame's script. The page's policy has its hash (`layers.rs`); `unit/judge.test.mjs` compares the two. */
export const SCRIPT = `
onmessage = ({ data: program, ports: [page] }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([program])));
  let isAsked = true;
  worker.onmessage = ({ data }) => {
    if (isAsked) page.postMessage({ answer: data });
    isAsked = false;
  };
  worker.onerror = (event) => {
    event.preventDefault();
    page.postMessage({ problem: event.message, line: event.lineno });
  };
  page.onmessage = ({ data }) => {
    isAsked = true;
    worker.postMessage(data);
  };
};
`;
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:";

/** What follows the program: it says that it is there, and answers each question. */
const RUNNER = `
if (typeof search !== "function") throw new Error("There is no function search(tree, alpha, beta).");
onmessage = ({ data }) => postMessage(search(...data));
postMessage(null);
`;

/** An error of a program, with the line where it happened if that is one of the program. */
export class ProgramError extends Error {
  constructor(message, line = null) {
    super(message);
    this.line = line;
  }
}

/** One program that runs. The frame is in the page from the start until `close`. */
export class Sandbox {
  constructor(program, place) {
    this.lines = program.split("\n");
    const srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${SCRIPT}</script>`;
    this.frame = document.createElement("iframe");
    Object.assign(this.frame, { hidden: true, title: "The program", srcdoc });
    this.frame.sandbox = "allow-scripts";
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.started = this.receive("It has not started");
    this.frame.onload = () => this.frame.contentWindow.postMessage(program + RUNNER, "*", [port2]);
    place.append(this.frame);
  }

  /** Asks for the value of a tree within a window. */
  async ask(tree, [alpha, beta]) {
    const answer = this.receive(`There is no answer to ${JSON.stringify(tree)}`);
    this.port.postMessage([tree, alpha, beta]);
    return answer;
  }

  /** The next answer; `late` begins the sentence that says that it has not come. */
  receive(late) {
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.timer = setTimeout(() => reject(new ProgramError(`${late} after ${PATIENCE / 1000} seconds. Is there an endless loop?`)), PATIENCE);
      this.port.onmessage = ({ data: { answer, problem, line } }) => {
        clearTimeout(this.timer);
        if (problem === undefined) resolve(answer);
        // What is never closed is missed only in the lines that follow the program.
        else reject(new ProgramError(problem.replace(/^Uncaught /, ""), line <= this.lines.length ? line : /SyntaxError/.test(problem) ? this.lines.length : null));
      };
    });
  }

  /** Ends the program; whoever waits for an answer gets the reason. */
  close(reason) {
    clearTimeout(this.timer);
    this.port.close();
    this.frame.remove();
    this.fail(reason);
  }
}
