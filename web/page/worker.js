// The thread of the engine: lines in, lines out. The first message has the compiled
// WebAssembly, and perhaps a question about the rules, whose answer is all there is.

import { Host } from "./host.js";

// A message to itself comes after those that the page has sent already, and
// without the delay of a timer.
const channel = new MessageChannel();
let resume = () => {};
channel.port1.onmessage = () => resume();
const pause = () =>
  new Promise((done) => {
    resume = done;
    channel.port2.postMessage(null);
  });

const fail = (error) => self.postMessage({ failure: String(error) });

let host;

self.onmessage = ({ data }) => {
  if (!host) {
    // Fails if the browser refuses the memory.
    try {
      if (data.question !== undefined) return self.postMessage(new Host(data.module).describe(data.question));
      host = new Host(data.module, { onReply: (line) => self.postMessage(line), pause, onFail: fail });
      host.start();
    } catch (error) {
      fail(error);
    }
    return;
  }
  const sent = host.send(data).then(() => host.isFinished && fail("it has quit"));
  // A failure is reported by `onFail`, or is one of the memory or the stack.
  sent.catch(fail);
};
