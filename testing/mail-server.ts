import { type AddressInfo, createServer, type Socket } from "node:net";

export interface MailServer {
  readonly url: string;
  /** Every mail that arrived completely, whether or not it was answered. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

/**
 * A minimal mail server. `onMail` gets each mail before its sender gets the answer; the sender waits until it
 * resolves.
 */
export async function startMailServer(onMail: (mail: string) => Promise<void>): Promise<MailServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.setEncoding("utf8");
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
    let inData = false;
    let pending = "";
    socket.on("data", (chunk: string) => {
      pending += chunk;
      if (inData) {
        const end = pending.indexOf("\r\n.\r\n");
        if (end < 0) return;
        const mail = pending.slice(0, end);
        pending = "";
        inData = false;
        received.push(mail);
        void onMail(mail).then(() => say("250 taken"));
        return;
      }
      for (let end = pending.indexOf("\r\n"); end >= 0; end = pending.indexOf("\r\n")) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        inData = /^DATA/i.test(line);
        if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else say(inData ? "354 go on" : "250 fine");
      }
    });
    say("220 test");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
