// Saves a stream of text as a file of the person.

import { bytes } from "../core/format.js";

const MOST_BYTES = 256 * 1024 * 1024;

// Returns a sink {write(text), close(), abort()}. Where the browser can, the text goes to the disk as it comes, and its size has no
// limit. Elsewhere it is collected in memory, and 256 MiB are the most.
export async function saveAs(name, type) {
  if (!globalThis.showSaveFilePicker) {
    return collected(name, type);
  }
  const file = await showSaveFilePicker({ suggestedName: name });
  const writable = await file.createWritable();
  return { write: (text) => writable.write(text), close: () => writable.close(), abort: () => writable.abort() };
}

function collected(name, type) {
  let parts = [];
  let length = 0;
  return {
    async write(text) {
      const part = new Blob([text]);
      length += part.size;
      if (length > MOST_BYTES) {
        throw new Error(`This browser cannot write more than ${bytes(MOST_BYTES)} for a page. Use: weir export`);
      }
      parts.push(part);
    },
    async close() {
      download(name, new Blob(parts, { type }));
      parts = [];
    },
    async abort() {
      parts = [];
    },
  };
}

function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
