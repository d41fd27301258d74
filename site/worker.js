// Python, beside the page: it is loaded once, then opens boards and answers what the player does.
// `start.js` sends {do: "load" | "open" | "obey"} and gets {kind: "bytes" | "ready" | "view" | "fault"}.

let received = 0, python;

// Everything that is fetched is counted, so that the page can show how much is still to come.
const plain = self.fetch;
self.fetch = async (...request) => {
  const { body, headers, status } = await plain(...request);
  const counter = new TransformStream({
    transform(part, stream) {
      received += part.byteLength;
      self.postMessage({ kind: "bytes", received });
      stream.enqueue(part);
    },
  });
  return new Response(body?.pipeThrough(counter), { headers, status });
};

async function load({ folder, wheels, program }) {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const parts = [program, ...wheels].map(async (address) => {
    const answer = await self.fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  python = await loadPyodide({ indexURL: folder });
  const [source, ...archives] = await Promise.all(parts);
  for (const archive of archives) python.unpackArchive(archive, "wheel");
  python.FS.writeFile("/home/pyodide/player.py", new Uint8Array(source));
  python.pyimport("player");
  self.postMessage({ kind: "ready" });
}

function answer({ game, do: what, line, orders }) {
  const player = python.pyimport("player");
  const told = what === "open" ? player.open_board(line) : player.obey(JSON.stringify(orders));
  self.postMessage({ kind: "view", game, ...JSON.parse(told) });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.do === "load") await load(data);
    else answer(data);
  } catch (fault) {
    self.postMessage({ kind: "fault", game: data.game, message: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
};
