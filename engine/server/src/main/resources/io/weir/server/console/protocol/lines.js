// Lines of JSON as they arrive. The reader's pace is the service's pace: an unread answer stops the scan.

import { readJson } from "./json.js";
import { Incomplete, Refused, Unreachable, isAbort } from "./failure.js";

// Yields {text, value} for each line of a body. Cancels the body when the consumer stops.
export async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) {
        break;
      }
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      for (const text of parts) {
        if (text !== "") {
          yield { text, value: readJson(text) };
        }
      }
    }
    if (rest !== "") {
      throw new Incomplete();
    }
  } finally {
    reader.cancel().catch(() => {}); // the connection may be gone already
  }
}

async function read(reader) {
  try {
    return await reader.read();
  } catch (failure) {
    throw isAbort(failure) ? failure : new Unreachable();
  }
}

// Yields the lines of a whole answer and returns its last line. Fails if the answer has none.
export async function* answerLines(body) {
  for await (const line of lines(body)) {
    if (line.value.$error) {
      throw new Refused(0, line.value.$error.code, line.value.$error.message);
    }
    yield line;
    if (line.value.$end || line.value.$more) {
      return;
    }
  }
  throw new Incomplete();
}
