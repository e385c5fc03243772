// Line drawings of 20 by 20 units. They decorate: the text beside them says what they mean.

import { html } from "../vendor/preact-htm.js";

const PATHS = {
  tables: "M3 4.5h14v11H3zM3 8.200h14M8 8.200v7.3",
  changes: "M3 10h3l2.5-5.5 3.5 11 2.3-5.500H17",
  consumers: "M3 5h8M3 10h5M3 15h8M12 7l4 3-4 3",
  advice: "M10 3a5 5 0 0 0-3 9c.7.6 1 1.2 1 2h4c0-.8.3-1.4 1-2a5 5 0 0 0-3-9zM8.3 17h3.4",
  shards: "M3 3.500h4v4H3zM10 3.500h7v4h-7zM3 11h7v5.500H3zM13 11h4v5.500h-4z",
  health: "M3 16V9M7.7 16V4M12.3 16v-5M17 16V7",
  queues: "M3 5h14v3H3zM3 11h9M3 15h6M15 11v5M12.5 13.5 15 16l2.5-2.5",
  locked: "M5 9h10v7.500H5zM7 9V6.500a3 3 0 0 1 6 0V9",
  unlocked: "M5 9h10v7.500H5zM7 9V6a3 3 0 0 1 5.8-1",
  system: "M3 4h14v9H3zM7.5 16.500h5M10 13v3.5",
  light: "M10 6.500a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.1",
  dark: "M16 12.500A6.5 6.5 0 0 1 7.5 4a6.5 6.5 0 1 0 8.5 8.500z",
  up: "M6 11.5 10 7.500l4 4",
  down: "M6 8.5 10 12.500l4-4",
};

export function Icon({ name }) {
  return html`<svg class="glyph" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
