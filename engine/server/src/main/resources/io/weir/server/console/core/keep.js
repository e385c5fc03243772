// Small settings that outlive the page: theme, history and saved queries. Never a credential.

const PREFIX = "weir.console.";

// Returns what was kept, or the fallback if there is nothing, or something unreadable, or no storage at all.
export function kept(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

// Returns whether the browser kept it: it refuses when its storage is full or forbidden.
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
