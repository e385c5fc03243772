package io.weir.engine.checkpoint;

import java.io.IOException;

/**
 * Thrown if the files of a checkpoint cannot be used; the message says why. The store must then be
 * rebuilt or restored.
 */
public final class CheckpointInvalid extends IOException {

  private static final long serialVersionUID = 1L;

  public CheckpointInvalid(String reason) {
    super(reason);
  }

  public CheckpointInvalid(String reason, Throwable cause) {
    super(reason, cause);
  }
}
