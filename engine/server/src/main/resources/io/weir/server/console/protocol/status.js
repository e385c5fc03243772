// What the service tells its operator of itself.

// Returns {started, versions, settings, log}; null for an account that may not read it, and for a service that tells nothing.
export async function readStatus(client, signal) {
  try {
    return await client.json({ path: "/", query: { comp: "status" }, signal });
  } catch (failure) {
    if (failure.status === 501 || (failure.status === 403 && !failure.isUnauthenticated)) {
      return null;
    }
    throw failure;
  }
}
