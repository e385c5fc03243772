// Light, dark, or as the system has it.

import { keep, kept } from "./keep.js";
import { store } from "./store.js";

const CHOICES = ["system", "light", "dark"];

export const theme = store(kept("theme", "system"));

export function nextTheme() {
  theme.set(CHOICES[(CHOICES.indexOf(theme.get()) + 1) % CHOICES.length]);
}

function apply(choice) {
  const root = document.documentElement;
  if (choice === "light" || choice === "dark") {
    root.dataset.theme = choice;
  } else {
    delete root.dataset.theme;
  }
  keep("theme", choice);
}

theme.watch(apply);
apply(theme.get());
