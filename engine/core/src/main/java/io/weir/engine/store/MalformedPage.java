package io.weir.engine.store;

import java.io.IOException;

/**
 * Memory is corrupt: a page that no checkpoint has is not as it was written. Its shard is rebuilt
 * from the last checkpoint and the log.
 */
final class MalformedPage extends IOException {

  private static final long serialVersionUID = 1L;

  MalformedPage(String reason) {
    super(reason);
  }
}
