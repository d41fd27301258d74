// What every board brings itself: it fetches the page's program once a page and runs it.

const programs = (globalThis.interactiveProviderPrograms ??= {});

// The program as the kernel has packed it; a board that is the first of its page has to ask.
function packed(model) {
  return new Promise((resolve) => {
    const look = () =>
      model.get("_program")?.byteLength && resolve(model.get("_program"));
    if (look()) {
      return;
    }
    model.on("change:_program", look);
    const page = "loader " + Math.random();
    model.set("_queue", [...model.get("_queue"), { page, number: 1, do: "program" }]);
    model.save_changes();
  });
}

async function load(model) {
  const stream = new Blob([await packed(model)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const url = URL.createObjectURL(
    new Blob([await new Response(stream).text()], { type: "text/javascript" }),
  );
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

export default {
  async render(context) {
    const key = context.model.get("_program_key");
    return (programs[key] ??= await load(context.model)).render(context);
  },
};
