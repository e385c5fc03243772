package io.weir.server.files;

import java.time.Duration;

/**
 * A resource outside the server that is checked for changes while the server runs. Checking may
 * block.
 */
public interface Refreshable {

  /** Returns the time between two checks. */
  Duration interval();

  /**
   * Checks for a change. Returns whether new content was loaded. Does not fail: content that cannot
   * be loaded is logged, and the previous content stays in use.
   */
  boolean check();
}
