// Compares three versions of an entity's properties: read, mine, and stored now.

// Returns a line {name, base, mine, theirs, state} for each property that differs anywhere. state: mine, theirs, same or conflict.
export function differences(base, mine, theirs) {
  const versions = [base, mine, theirs].map((fields) => new Map(fields.map((field) => [field.name, field])));
  const names = new Set(versions.flatMap((version) => [...version.keys()]));
  return [...names].map((name) => lineOf(name, ...versions.map((version) => version.get(name)))).filter(Boolean);
}

function lineOf(name, base, mine, theirs) {
  const changedHere = !isSame(base, mine);
  const changedThere = !isSame(base, theirs);
  if (!changedHere && !changedThere) {
    return undefined;
  }
  const state = !changedThere ? "mine" : !changedHere ? "theirs" : isSame(mine, theirs) ? "same" : "conflict";
  return { name, base, mine, theirs, state };
}

function isSame(one, other) {
  return one?.type === other?.type && one?.text === other?.text;
}

// Returns the stored fields with my changes, and with the chosen side of each conflict. choices: "mine" or "theirs" by name.
export function merged(theirs, lines, choices) {
  const result = new Map(theirs.map((field) => [field.name, field]));
  for (const { name, mine, state } of lines) {
    const isMine = state === "mine" || (state === "conflict" && choices[name] === "mine");
    if (isMine && mine) {
      result.set(name, mine);
    } else if (isMine) {
      result.delete(name);
    }
  }
  return [...result.values()];
}
