// Reads JSON without losing that 3.0 is a Double: as a JavaScript number it would look like an Int32.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_HIDE_DOUBLE = /:-?\d+(?:\.0+)?(?:[eE]|[,}])/;

// Returns the object of a text, with an annotation for each Double that has no fraction.
export function readJson(text) {
  const object = JSON.parse(text);
  if (/[.eE]/.test(text) && MAY_HIDE_DOUBLE.test(text)) {
    annotate(object, text);
  }
  return object;
}

function annotate(object, text) {
  let name = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) {
      name = token;
    } else if (/[.eE]/.test(token) && Number.isInteger(Number(token))) {
      object[`${JSON.parse(name)}@odata.type`] ??= "Edm.Double";
    }
  }
}
