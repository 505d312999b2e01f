import { connect, type Socket } from "node:net";

/** Opens so many connections that ask for a path and never read what comes. Those that are refused count too. */
export async function holdConnections(
  url: string,
  path: string,
  token: string,
  count: number,
): Promise<{ open(): number; close(): void }> {
  const { hostname, port, host } = new URL(url);
  const sockets: Socket[] = [];
  const ask = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`;
  for (let n = 0; n < count; n += 1) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.pause();
    sockets.push(socket);
    await new Promise<void>((resolve) => {
      socket.once("connect", () => socket.write(ask, () => resolve()));
      socket.once("close", () => resolve());
    });
  }
  return {
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
